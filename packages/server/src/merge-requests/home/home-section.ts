import type { Extensions } from '../../platform/extensions.ts';
import type { HomeItem } from '@tributary/contract/projects/page.ts';
import { defineHomeSection } from '../../projects/index.ts';
import { type InboxEntry, listInbox } from '../inbox/reads/inbox.ts';
import { attentionText } from '@tributary/contract/merge-requests/attention-text.ts';

const SHOWN = 10;

function toHomeItem({ view, turn, path, reference }: InboxEntry): HomeItem {
  const { row, author } = view;
  return {
    id: `merge_request:${row.id}`,
    title: row.title,
    href: path,
    reference,
    icon: 'merge-request',
    facts: [attentionText(turn), ...(row.is_draft ? ['Draft'] : [])],
    person: author && {
      id: author.id,
      username: author.username,
      name: author.name,
      avatarUrl: author.avatarUrl,
      href: `/${author.username}`,
    },
    at: turn.since.toISOString(),
  };
}

export const homeHomeSection: Extensions = [
  /** The beginning of the inbox. */
  defineHomeSection({
    key: 'merge_requests',
    order: 10,
    load: async (ctx) => {
      const { entries } = await listInbox(ctx);
      return {
        key: 'merge_requests',
        title: 'Your turn',
        href: '/dashboard/inbox',
        emptyText: 'Nothing is waiting on you. Review requests and open threads on your merge requests appear here.',
        total: entries.length,
        items: entries.slice(0, SHOWN).map(toHomeItem),
      };
    },
  }),
];
