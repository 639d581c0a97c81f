import { listCommentedCommits, listPositionedDiscussions, listSystemTexts } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { pendingComments } from '../pending-comments.ts';
import { namedVersion } from '../rules/system-texts.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';
import { deleteVersions, listHeldVersions, listVersions, listVersionsOfCommits } from '../store/versions.ts';

/** A request that is pushed to more often keeps those that someone spoke about or has seen, and the newest of the others. */
export const MAX_VERSIONS = 1_000;

/** The newest and the one before it are compared by the note of the push. */
const ALWAYS_KEPT = 2;

/**
 * Lets the oldest versions of a request go that are more than `limit` and that nothing hangs on. In the transaction that
 * holds the row of the request.
 */
export async function pruneVersions(
  ctx: Context,
  row: Pick<MergeRequestRow, 'id'>,
  limit = MAX_VERSIONS,
): Promise<void> {
  const versions = await listVersions(ctx.db, row.id);
  if (versions.length <= limit) return;
  const spokenOf = await spokenCommits(ctx, row.id);
  const held = new Set([
    ...(await listHeldVersions(ctx.db, row.id)),
    ...(await listVersionsOfCommits(ctx.db, row.id, [...spokenOf])),
    ...(await namedVersions(ctx, row.id)),
  ]);
  const isFree = (version: (typeof versions)[number]) => !held.has(version.id) && !spokenOf.has(version.head_sha);
  const oldestFirst = versions.slice(ALWAYS_KEPT).toReversed();
  const gone = oldestFirst.filter(isFree).slice(0, versions.length - limit);
  await deleteVersions(
    ctx.db,
    gone.map(({ id }) => id),
  );
}

const keyOf = (mergeRequestId: number) => ({ noteableType: 'MergeRequest', noteableId: mergeRequestId });

/** Those that a thread leads to, which they took off its lines. */
async function namedVersions(ctx: Context, mergeRequestId: number): Promise<number[]> {
  const texts = await listSystemTexts(ctx.db, keyOf(mergeRequestId), 'outdated');
  return texts.flatMap((text) => namedVersion(text) ?? []);
}

/** Every commit that a thread or a pending comment was begun on or stands on, or was written about. */
async function spokenCommits(ctx: Context, mergeRequestId: number): Promise<Set<string>> {
  const threads = await listPositionedDiscussions(ctx.db, keyOf(mergeRequestId));
  const drafts = await pendingComments().listPositioned(ctx, mergeRequestId);
  const places = [
    ...threads.flatMap((thread) => [thread.position, thread.original_position]),
    ...drafts.map((draft) => draft.position),
  ];
  return new Set([
    ...places.flatMap((place) => (place ? [place.base_sha, place.start_sha, place.head_sha] : [])),
    ...(await listCommentedCommits(ctx.db, keyOf(mergeRequestId))),
    ...(await pendingComments().listCommits(ctx, mergeRequestId)),
  ]);
}
