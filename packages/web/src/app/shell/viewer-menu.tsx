import { deviceTexts } from '../../lib/device-texts.ts';
import type { ShellViewer, ThemePreference } from '@tributary/contract/page/page-data.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { Keyboard, LogOut, Settings, Shield, SlidersHorizontal, User } from 'lucide-react';
import { useRef } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import {
  Menu,
  MenuItem,
  MenuLabel,
  MenuLinkItem,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
} from '../../ui/menu.tsx';
import { helpLayer } from '../lazy-layer.ts';
import { useShell } from '../navigation.tsx';
import { changeTheme } from '../theme.ts';

const themes: { value: ThemePreference; text: string }[] = [
  { value: 'system', text: 'Like the system' },
  { value: 'light', text: 'Light' },
  { value: 'dark', text: 'Dark' },
];

/** Signing out is a change: a form of its own that works as the browser's, so that every trace of the page goes. */
function SignOutForm({ form }: { form: React.RefObject<HTMLFormElement | null> }) {
  const { csrfToken } = useShell();
  return (
    <form ref={form} method="post" action={shellPaths.signOut} data-native hidden>
      <input type="hidden" name="authenticity_token" value={csrfToken ?? ''} />
    </form>
  );
}

function ThemeItems({ theme }: { theme: ThemePreference }) {
  const choose = (value: string): void => {
    const chosen = themes.find((item) => item.value === value)?.value;
    if (chosen !== undefined) void changeTheme(chosen, theme);
  };
  return (
    <>
      <MenuLabel>Theme</MenuLabel>
      <MenuRadioGroup value={theme} onValueChange={choose}>
        {themes.map((item) => (
          <MenuRadioItem key={item.value} value={item.value}>
            {item.text}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </>
  );
}

export function ViewerMenu({ viewer }: { viewer: ShellViewer }) {
  const signOut = useRef<HTMLFormElement>(null);
  const { theme } = viewer.preferences;
  return (
    <>
      <SignOutForm form={signOut} />
      <Menu
        align="end"
        className="min-w-56"
        trigger={
          <button
            type="button"
            aria-label={`Account of ${viewer.name}`}
            className="control control-square flex items-center justify-center rounded-full"
          >
            <Avatar name={viewer.name} id={viewer.id} src={viewer.avatarUrl} size={24} />
          </button>
        }
      >
        <div className="px-2 py-1.5">
          <bdi className="block truncate font-semibold">{viewer.name}</bdi>
          <span className="block truncate text-sm text-fg-muted">{`@${viewer.username}`}</span>
        </div>
        <MenuSeparator />
        <MenuLinkItem icon={User} href={`/${viewer.username}`}>
          Your page
        </MenuLinkItem>
        <MenuLinkItem icon={Settings} href={shellPaths.profile}>
          Profile
        </MenuLinkItem>
        <MenuLinkItem icon={SlidersHorizontal} href={shellPaths.preferences}>
          Preferences
        </MenuLinkItem>
        {viewer.isAdmin && (
          <MenuLinkItem icon={Shield} href={shellPaths.admin}>
            Administration
          </MenuLinkItem>
        )}
        <MenuItem icon={Keyboard} hotkey="?" onSelect={helpLayer.open}>
          Keyboard shortcuts
        </MenuItem>
        <MenuSeparator />
        <ThemeItems theme={theme} />
        <MenuSeparator />
        <MenuItem
          icon={LogOut}
          onSelect={() => {
            deviceTexts.forgetSaved();
            signOut.current?.requestSubmit();
          }}
        >
          Sign out
        </MenuItem>
      </Menu>
    </>
  );
}
