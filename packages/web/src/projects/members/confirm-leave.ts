import type { MembersPageData } from '@tributary/contract/projects/members-page.ts';
import { confirm } from '../../ui/confirm.tsx';

/** Whether someone who wants to leave is sure of it. */
export function confirmLeave(place: MembersPageData['place']): Promise<boolean> {
  return confirm({
    title: `Leave ${place.name}?`,
    text: 'You lose your role until someone adds you again.',
    action: 'Leave',
    danger: true,
  });
}
