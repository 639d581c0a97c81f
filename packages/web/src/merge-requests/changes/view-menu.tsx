import { Settings2 } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { ViewItems } from './menus/menu-contents.ts';

/** How the changes are shown. */
export function ViewMenu() {
  return (
    <Menu
      align="end"
      later={ViewItems}
      trigger={<IconButton icon={Settings2} label="View settings" variant="ghost" size="sm" />}
    >
      <ViewItems />
    </Menu>
  );
}
