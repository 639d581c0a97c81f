import type { HomeItem } from '@tributary/contract/projects/page.ts';
import { defineHomeSection } from '../../projects/index.ts';
import { pathOf, referenceOf } from '../merge-request-access.ts';
import { listMergeRequests } from '../reads/list-merge-requests.ts';
import type { MergeRequestView } from '../reads/merge-request-views.ts';

const SHOWN = 10;
const NEWEST = { page: 1, perPage: SHOWN, order: { by: 'updated_at', direction: 'desc' } } as const;
const OPEN = { states: ['opened', 'locked'], isArchived: false } as const;

/** Merge requests that wait for the person: to review, to work on, or their own that cannot go on by themselves. */
defineHomeSection({
  key: 'merge_requests',
  order: 10,
  load: async (ctx, person) => {
    const [toReview, assigned, own] = await Promise.all([
      listMergeRequests(ctx, { ...OPEN, reviewerIds: [person.id], isDraft: false }, NEWEST),
      listMergeRequests(ctx, { ...OPEN, assigneeIds: [person.id] }, NEWEST),
      listMergeRequests(ctx, { ...OPEN, authorIds: [person.id] }, NEWEST),
    ]);
    const waiting = new Map<number, HomeItem>();
    const add = (view: MergeRequestView, reason: string) => {
      if (!waiting.has(view.row.id)) waiting.set(view.row.id, toHomeItem(view, reason));
    };
    for (const view of toReview.items) {
      const state = view.reviewers.find((each) => each.user.id === person.id)?.state;
      if (state === 'unreviewed' || state === 'review_started') add(view, 'Review requested');
    }
    for (const view of assigned.items) add(view, 'Assigned to you');
    for (const view of own.items) {
      const reason = ownReason(view);
      if (reason) add(view, reason);
    }
    return {
      key: 'merge_requests',
      title: 'Merge requests that wait for you',
      href: `/dashboard/merge_requests?reviewer_username=${encodeURIComponent(person.username)}`,
      emptyText: 'Nothing waits for you. Requests for your review and open threads on your own work appear here.',
      total: waiting.size,
      items: [...waiting.values()].slice(0, SHOWN),
    };
  },
});

/** Why one's own request needs its author; undefined when others have to act. */
function ownReason({ row, counts }: MergeRequestView): string | undefined {
  if (row.merge_status === 'cannot_be_merged') return 'Cannot be merged';
  const open = counts.threads - counts.resolvedThreads;
  return open > 0 ? `${open} ${open === 1 ? 'thread' : 'threads'} open` : undefined;
}

function toHomeItem(view: MergeRequestView, reason: string): HomeItem {
  const { row, project, author } = view;
  return {
    id: `merge_request:${row.id}`,
    title: row.title,
    href: pathOf(project.full_path, row.iid),
    reference: referenceOf(project.full_path, row.iid),
    icon: 'merge-request',
    facts: [reason, ...(row.is_draft ? ['Draft'] : [])],
    person: author && {
      id: author.id,
      username: author.username,
      name: author.name,
      avatarUrl: author.avatarUrl,
      href: `/${author.username}`,
    },
    at: row.updated_at.toISOString(),
  };
}
