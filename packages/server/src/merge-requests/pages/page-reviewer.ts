import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import type { PageReviewer } from '@tributary/contract/merge-requests/page.ts';
import { toPagePerson } from '../../planning/index.ts';

export function toPageReviewer(reviewer: { user: UserView; state: PageReviewer['state'] }): PageReviewer {
  return { ...toPagePerson(reviewer.user), state: reviewer.state };
}
