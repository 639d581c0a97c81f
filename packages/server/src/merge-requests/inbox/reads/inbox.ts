import { lastWords, type OpenThread } from '../../../discussions/index.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { pathOf, referenceOf } from '../../merge-request-access.ts';
import { NOTEABLE_TYPE } from '../../noteable.ts';
import { listMergeRequests } from '../../reads/list-merge-requests.ts';
import type { MergeRequestView } from '../../reads/merge-request-views.ts';
import { type Turn, turnOf } from '../rules/whose-turn.ts';

export type InboxEntry = { view: MergeRequestView; turn: Turn; path: string; reference: string };

/** Open requests of each kind that are looked at: who has more than these has other worries. */
const LOOKED_AT = 100;
const OPEN = { states: ['opened', 'locked'], isArchived: false } as const;
const REQUEST = { page: 1, perPage: LOOKED_AT, order: { by: 'updated_at', direction: 'desc' } } as const;
const DONE: ReadonlySet<string> = new Set(['reviewed', 'approved', 'requested_changes']);

/**
 * Open requests that wait for the actor, each with the reason, longest waiting first. Nothing is kept: an entry ends
 * by itself when somebody acts, the request is merged or closed, or the right to see it is lost.
 */
export async function listInbox(ctx: Context): Promise<{ entries: InboxEntry[]; isCut: boolean }> {
  const me = actorId(ctx.actor);
  if (me === undefined) return { entries: [], isCut: false };
  const pages = await Promise.all([
    listMergeRequests(ctx, { ...OPEN, reviewerIds: [me] }, REQUEST),
    listMergeRequests(ctx, { ...OPEN, assigneeIds: [me] }, REQUEST),
    listMergeRequests(ctx, { ...OPEN, authorIds: [me] }, REQUEST),
  ]);
  const views = [...new Map(pages.flatMap((page) => page.items).map((view) => [view.row.id, view])).values()];
  const words = await lastWords(
    ctx,
    NOTEABLE_TYPE,
    views.map((view) => view.row.id),
  );
  const entries = views.flatMap((view) => {
    const { id } = view.row;
    const turn = turnOf(factsOf(view, me, words.threads.get(id) ?? [], words.ownLastAt.get(id)));
    if (!turn) return [];
    const { full_path: fullPath } = view.project;
    return [{ view, turn, path: pathOf(fullPath, view.row.iid), reference: referenceOf(fullPath, view.row.iid) }];
  });
  return {
    entries: entries.toSorted((a, b) => a.view.row.updated_at.getTime() - b.view.row.updated_at.getTime()),
    isCut: pages.some((page) => page.hasNext),
  };
}

function factsOf(view: MergeRequestView, me: number, threads: readonly OpenThread[], spokeAt: Date | undefined) {
  const { row, reviewers } = view;
  const own = reviewers.find((reviewer) => reviewer.user.id === me);
  const others = reviewers.filter((reviewer) => reviewer.user.id !== me);
  const waits = threads.filter((thread) => thread.lastAuthorId !== me);
  const isHeard = spokeAt !== undefined;
  return {
    isAuthor: row.author_id === me,
    isAssignee: view.assignees.some((user) => user.id === me),
    review: own?.state ?? null,
    isDraft: row.is_draft,
    hasConflicts: row.merge_status === 'cannot_be_merged',
    isMergeable: view.detailedStatus === 'mergeable',
    someoneWantsChanges: others.some((reviewer) => reviewer.state === 'requested_changes'),
    reviewersLeft: others.filter((reviewer) => !DONE.has(reviewer.state)).length,
    threadsToAnswer: waits.filter((thread) => thread.starterId !== me).length,
    answersToOwn: waits.filter((thread) => thread.starterId === me).length,
    hasNewCommits: isHeard && view.version !== null && view.version.created_at > spokeAt,
  };
}
