import type { ShellContext, ShellLink } from '@tributary/contract/page/page-data.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { MenuLinkItem } from '../../ui/menu.tsx';
import { useShell } from '../navigation.tsx';

const general: ShellLink[] = [
  { key: 'project', text: 'New project', href: shellPaths.newProject },
  { key: 'group', text: 'New group', href: shellPaths.newGroup },
];

/** In a group, new things are created there unless the user says otherwise. */
function entriesFor(context: ShellContext | null): ShellLink[] {
  if (context?.type !== 'group') return general;
  return [
    { key: 'project', text: 'New project', href: `${shellPaths.newProject}?namespace_id=${context.id}` },
    { key: 'subgroup', text: 'New subgroup', href: `${shellPaths.newGroup}?parent_id=${context.id}` },
    { key: 'group', text: 'New group', href: shellPaths.newGroup },
  ];
}

/** What can be created from here; the server names it, since rights decide. */
export function CreateItems() {
  const { create, context } = useShell();
  return (create ?? entriesFor(context)).map((item) => (
    <MenuLinkItem key={item.key} href={item.href}>
      {item.text}
    </MenuLinkItem>
  ));
}
