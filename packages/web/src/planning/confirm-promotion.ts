import { confirm } from '../ui/confirm.tsx';

/** Says what becomes of others with the same name before a label or milestone is promoted to the group. */
export function confirmPromotion(what: 'label' | 'milestone', name: string, group: string): Promise<boolean> {
  return confirm({
    title: `Promote the ${what} ${name} to the group ${group}?`,
    text: `All projects in ${group} can use it then. Every ${what} with the same ${what === 'label' ? 'name' : 'title'} in the projects of the group is merged into it. This cannot be undone.`,
    action: `Promote ${what}`,
  });
}
