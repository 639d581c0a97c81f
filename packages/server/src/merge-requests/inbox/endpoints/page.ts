import type { InboxPageData } from '@tributary/contract/merge-requests/inbox.ts';
import { definePage } from '../../../endpoints/pages/define-page.ts';
import type { PolicySubject } from '../../../platform/policy/policy.ts';
import { listInbox } from '../reads/inbox.ts';
import { toInboxItem, toWaitingItem } from '../render/to-inbox-item.ts';

export const inboxPage = definePage<{ policy: PolicySubject }, InboxPageData>({
  kind: 'inbox',
  on: 'instance',
  path: 'dashboard/inbox',
  ability: 'read_own_work',
  load: async ({ ctx }) => {
    const { entries, ofBots, waiting, isCut } = await listInbox(ctx);
    return {
      title: 'Inbox',
      breadcrumbs: [{ text: 'Inbox', href: '/dashboard/inbox' }],
      data: {
        items: entries.map(toInboxItem),
        bots: ofBots.map(toInboxItem),
        waiting: waiting.map(toWaitingItem),
        isCut,
      },
    };
  },
});
