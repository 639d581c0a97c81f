import { Plus } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useShell } from '../navigation.tsx';

const CreateItems = lazyPart(async () => ({ default: (await import('./create-items.tsx')).CreateItems }));

export function CreateMenu() {
  if (useShell().create?.length === 0) return null;
  return (
    <Menu align="end" later={CreateItems} trigger={<IconButton icon={Plus} label="Create" />}>
      <CreateItems />
    </Menu>
  );
}
