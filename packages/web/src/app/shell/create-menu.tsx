import type { ShellLink } from '@tributary/contract/page/page-data.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { Plus } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuLinkItem } from '../../ui/menu.tsx';
import { useShell } from '../navigation.tsx';

const general: ShellLink[] = [
  { key: 'project', text: 'New project', href: shellPaths.newProject },
  { key: 'group', text: 'New group', href: shellPaths.newGroup },
];

/** What can be made from here; the server names it, since rights decide. */
export function CreateMenu() {
  const { create = general } = useShell();
  if (create.length === 0) return null;
  return (
    <Menu align="end" trigger={<IconButton icon={Plus} label="Create" />}>
      {create.map((item) => (
        <MenuLinkItem key={item.key} href={item.href}>
          {item.text}
        </MenuLinkItem>
      ))}
    </Menu>
  );
}
