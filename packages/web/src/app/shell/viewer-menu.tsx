import type { ShellViewer } from '@tributary/contract/page/page-data.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { useRef } from 'react';
import { deviceTexts } from '../../lib/device-texts.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useShell } from '../navigation.tsx';

export const ViewerItems = lazyPart(async () => ({ default: (await import('./viewer-items.tsx')).ViewerItems }));

/** Signing out is a change: a form of its own that works as the browser's, so that every trace of the page goes. */
function SignOutForm({ form }: { form: React.RefObject<HTMLFormElement | null> }) {
  const { csrfToken } = useShell();
  return (
    <form ref={form} method="post" action={shellPaths.signOut} data-native hidden>
      <input type="hidden" name="authenticity_token" value={csrfToken ?? ''} />
    </form>
  );
}

export function ViewerMenu({ viewer }: { viewer: ShellViewer }) {
  const signOut = useRef<HTMLFormElement>(null);
  return (
    <>
      <SignOutForm form={signOut} />
      <Menu
        align="end"
        later={ViewerItems}
        className="min-w-56"
        trigger={
          <button
            type="button"
            aria-label={`Account menu for ${viewer.name}`}
            className="control control-square flex items-center justify-center rounded-full"
          >
            <Avatar name={viewer.name} id={viewer.id} src={viewer.avatarUrl} size={24} />
          </button>
        }
      >
        <ViewerItems
          viewer={viewer}
          onSignOut={() => {
            deviceTexts.forgetSaved();
            signOut.current?.requestSubmit();
          }}
        />
      </Menu>
    </>
  );
}
