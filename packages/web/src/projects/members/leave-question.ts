import type { MembersPageData } from '@tributary/contract/projects/members-page.ts';
import { confirm } from '../../ui/confirm.tsx';

/** Whether somebody who wants to leave is sure of it. */
export function askToLeave(place: MembersPageData['place']): Promise<boolean> {
  return confirm({
    title: `Leave ${place.name}?`,
    text: 'Somebody else has to add you again.',
    action: 'Leave',
    danger: true,
  });
}
