import type { ShellViewer, ThemePreference } from '@tributary/contract/page/page-data.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { CircleQuestionMark, Key, Keyboard, LogOut, Settings, Shield, SlidersHorizontal, User } from 'lucide-react';
import { MenuItem, MenuLabel, MenuLinkItem, MenuRadioGroup, MenuRadioItem, MenuSeparator } from '../../ui/menu.tsx';
import { helpLayer } from '../lazy-layer.ts';
import { changeTheme } from '../theme.ts';

const themes: { value: ThemePreference; text: string }[] = [
  { value: 'system', text: 'System' },
  { value: 'light', text: 'Light' },
  { value: 'dark', text: 'Dark' },
];

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

/** Entries of the account menu. */
export function ViewerItems({ viewer, onSignOut }: { viewer: ShellViewer; onSignOut: () => void }) {
  const { theme } = viewer.preferences;
  return (
    <>
      <div className="px-2 py-1.5">
        <bdi className="block truncate font-semibold">{viewer.name}</bdi>
        <span className="block truncate text-sm text-fg-muted">{`@${viewer.username}`}</span>
      </div>
      <MenuSeparator />
      <MenuLinkItem icon={User} href={`/${viewer.username}`}>
        Your profile
      </MenuLinkItem>
      <MenuLinkItem icon={Settings} href={shellPaths.profile}>
        Settings
      </MenuLinkItem>
      <MenuLinkItem icon={SlidersHorizontal} href={shellPaths.preferences}>
        Preferences
      </MenuLinkItem>
      <MenuLinkItem icon={Key} href={shellPaths.accessTokens}>
        Access tokens
      </MenuLinkItem>
      {viewer.isAdmin && (
        <MenuLinkItem icon={Shield} href={shellPaths.admin}>
          Administration
        </MenuLinkItem>
      )}
      <MenuItem icon={Keyboard} hotkey="shell.help" onSelect={helpLayer.open}>
        Keyboard shortcuts
      </MenuItem>
      <MenuLinkItem icon={CircleQuestionMark} href={shellPaths.help}>
        Help
      </MenuLinkItem>
      <MenuSeparator />
      <ThemeItems theme={theme} />
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={onSignOut}>
        Sign out
      </MenuItem>
    </>
  );
}
