import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import clsx from 'clsx';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { parseBoolean, useStored } from '../../lib/storage.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useShell } from '../navigation.tsx';
import { Logo } from './logo.tsx';
import { RailContent } from './rail-content.tsx';

/** 232 px, or 52 px when folded; the choice stays on this device. */
export function Rail() {
  const { instance } = useShell();
  const [folded, setFolded] = useStored('rail.folded', false, parseBoolean);
  return (
    <div
      className={clsx(
        'no-print sticky top-0 z-30 flex h-dvh shrink-0 flex-col border-r bg-sunken',
        folded ? 'w-(--rail-folded)' : 'w-(--rail)',
      )}
    >
      <RailContent
        folded={folded}
        head={
          <div className={clsx('flex h-(--bar) shrink-0 items-center', !folded && 'pl-2')}>
            {!folded && (
              <a
                href={shellPaths.home}
                aria-label={`${instance.name} home page`}
                className="mr-auto flex min-w-0 items-center gap-2 rounded-sm font-semibold text-fg"
              >
                <Logo />
                <span className="truncate">{instance.name}</span>
              </a>
            )}
            <IconButton
              icon={folded ? PanelLeftOpen : PanelLeftClose}
              label={folded ? 'Expand sidebar' : 'Collapse sidebar'}
              className={folded ? 'mx-auto' : undefined}
              onClick={() => setFolded(!folded)}
            />
          </div>
        }
      />
    </div>
  );
}
