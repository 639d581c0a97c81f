import { cachedPart } from './cached-parts.ts';
import type { ItemLevel } from '@tributary/contract/notifications/enums.ts';
import { actorId } from '../../platform/actor.ts';
import { type Context, concurrently } from '../../platform/context.ts';
import { noteAuthorIds, commentedNoteableIds } from '../../discussions/index.ts';
import { type ProjectAccess } from '../../projects/index.ts';
import { branchTips } from '../readiness/built-in-facts.ts';
import { readinessChanged, requestMergeCheck } from '../readiness/operations/readiness-changed.ts';
import { findProjectAccess, type MergeRequestAccess } from '../merge-request-access.ts';
import { canMergeNow } from '../merge-rights.ts';
import { NOTEABLE_TYPE, noteableOf } from '../noteable.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';
import { findChosenLevel, listLevelsOf } from '../store/assignees-and-reviewers.ts';
import { buildMergeRequestView, type MergeRequestView } from './merge-request-views.ts';

/** A request with what takes a look at git and at the reader's rights. */
export type MergeRequestDetail = {
  view: MergeRequestView;
  access: ProjectAccess;
  /** Undefined when the fork is gone or not for this reader. */
  source: ProjectAccess | undefined;
  sourceTip: string | undefined;
  targetTip: string | undefined;
  isSubscribed: boolean;
  canMerge: boolean;
};

export async function mergeRequestDetail(ctx: Context, found: MergeRequestAccess): Promise<MergeRequestDetail> {
  const { row, access } = found;
  const [view, source, tips] = await Promise.all([
    buildMergeRequestView(ctx, row, access),
    sourceAccess(ctx, found),
    branchTips(ctx, row),
  ]);
  const subscribed = concurrently(ctx, () => isSubscribed(ctx, found, view));
  const canMerge = concurrently(ctx, () => canMergeNow(ctx, found));
  return {
    view,
    access,
    source,
    sourceTip: tips.source,
    targetTip: tips.target,
    isSubscribed: await subscribed(),
    canMerge: await canMerge(),
  };
}

function sourceAccess(ctx: Context, { row, access }: MergeRequestAccess): Promise<ProjectAccess | undefined> {
  if (row.source_project_id === null) return Promise.resolve(undefined);
  if (row.source_project_id === row.target_project_id) return Promise.resolve(access);
  return findProjectAccess(ctx, row.source_project_id);
}

/** By choice, else by taking part: author, assignees, reviewers and everyone who commented. */
export async function isSubscribed(ctx: Context, found: MergeRequestAccess, view?: MergeRequestView): Promise<boolean> {
  const id = actorId(ctx.actor);
  if (id === undefined) return false;
  const chosen = await chosenLevel(ctx, found.row.id);
  if (chosen !== 'global') return chosen === 'watch';
  const shown = view ?? (await buildMergeRequestView(ctx, found.row, found.access));
  return (await participantIds(ctx, found, shown)).includes(id);
}

/** Those of these that the actor is subscribed to, with as many questions for ten as for two. */
export async function subscribedAmong(
  ctx: Context,
  shown: readonly { found: MergeRequestAccess; view: MergeRequestView }[],
): Promise<Set<number>> {
  const me = actorId(ctx.actor);
  if (me === undefined) return new Set();
  const ids = shown.map(({ found }) => found.row.id);
  const noteables = shown.map(({ found }) => noteableOf(found));
  const [chosen, spoken] = await Promise.all([
    listLevelsOf(ctx.db, ids, me),
    commentedNoteableIds(ctx, NOTEABLE_TYPE, noteables),
  ]);
  const subscribed = shown.filter(({ found: { row }, view }) => {
    const level = chosen.get(row.id) ?? 'global';
    if (level !== 'global') return level === 'watch';
    return spoken.has(row.id) || peopleAt(row, view, []).includes(me);
  });
  return new Set(subscribed.map(({ found }) => found.row.id));
}

export async function participantIds(
  ctx: Context,
  found: MergeRequestAccess,
  view: MergeRequestView,
): Promise<number[]> {
  return [...new Set(peopleAt(found.row, view, await noteAuthorIds(ctx, noteableOf(found))))];
}

function peopleAt(row: MergeRequestRow, view: MergeRequestView, speakerIds: readonly number[]): number[] {
  const ids = [
    row.author_id,
    ...view.assignees.map((user) => user.id),
    ...view.reviewers.map((reviewer) => reviewer.user.id),
    ...speakerIds,
    row.merged_by_id,
  ];
  return ids.filter((id) => id !== null);
}

/** Asks for a new answer where none is known or the target has moved since. */
export async function recheckIfNeeded(ctx: Context, detail: MergeRequestDetail): Promise<void> {
  const { row, readiness } = detail.view;
  if (row.state !== 'opened') return;
  // The branch was removed or made again, and what follows a push has not come to it.
  const isMissing = readiness.checks.some(({ code }) => code === 'source_branch_missing');
  if (detail.targetTip !== undefined && isMissing !== (detail.sourceTip === undefined))
    await readinessChanged(ctx, [row.id], 'asked');
  if (row.merge_status === 'preparing' || row.merge_status === 'checking') return;
  const isKnown =
    row.merge_checked_target_sha === (detail.targetTip ?? null) && row.merge_checked_source_sha === row.head_sha;
  if (!isKnown && detail.targetTip !== undefined) await requestMergeCheck(ctx, row.id, 'asked');
}

/** What the actor chose for this one request. */
export async function chosenLevel(ctx: Context, mergeRequestId: number): Promise<ItemLevel> {
  const id = actorId(ctx.actor);
  return id === undefined
    ? 'global'
    : cachedPart(ctx, mergeRequestId, `level:${id}`, () => findChosenLevel(ctx.db, mergeRequestId, id));
}
