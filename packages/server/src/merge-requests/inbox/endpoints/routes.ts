import { INBOX_COUNT_PATH, type InboxCount } from '@tributary/contract/merge-requests/inbox.ts';
import { z } from 'zod';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import { listInbox } from '../reads/inbox.ts';

/** Asked after the first view of a page, so that no page waits for it. */
const count = defineRoute({
  method: 'GET',
  path: INBOX_COUNT_PATH.slice(1),
  ability: 'read_own_work',
  summary: 'Get the number of open merge requests waiting on you',
  tag: 'Inbox',
  input: z.strictObject({}),
  handle: async ({ ctx }): Promise<InboxCount> => ({ count: (await listInbox(ctx)).entries.length }),
});

export const inboxRoutes: readonly ScopedRoute[] = [defineScopedRoute('instance', count)];
