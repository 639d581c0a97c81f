import { confirm } from '../ui/confirm.tsx';

/** Says what becomes of others with the same name before a label or milestone is promoted to the group. */
export function confirmPromotion(what: 'label' | 'milestone', name: string, group: string): Promise<boolean> {
  return confirm({
    title: `Promote ${what} ${name} to group ${group}?`,
    text: `All projects in ${group} can then use it. Project ${what}s with the same ${what === 'label' ? 'name' : 'title'} are merged into it. This cannot be undone.`,
    action: `Promote ${what}`,
  });
}
