import { addSystemNote } from '../../discussions/index.ts';
import { type Context, transact } from '../../platform/context.ts';
import { emit } from '../../platform/events.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { keepAround } from '@tributary/git';
import { recordResourceEvents } from '../../planning/index.ts';
import { accessOf, findProjectAccess } from '../merge-request-access.ts';
import { noteableOf } from '../noteable.ts';
import { removalGivenUpAt } from '../rules/source-removal.ts';
import { recordMergeRequestActivity } from '../notifications/activity.ts';
import { type MergeIntentRow, takeMergeIntent } from '../store/intents.ts';
import { lockMergeRequest, type MergeRequestRow, updateMergeRequestRow } from '../store/merge-requests.ts';
import { publishMergeRequestChange } from '../notifications/publish-merge-request-change.ts';

/**
 * The target branch has the merge: marks the request as merged, once, with its note and event, and removes the intent.
 * Safe to repeat, from the request that merges and from recovery alike.
 */
export async function completeMerge(ctx: Context, intent: MergeIntentRow): Promise<MergeRequestRow | undefined> {
  const landed = [intent.new_target_sha, intent.old_target_sha, intent.head_sha];
  await keepAround(ctx.repositories.directory(intent.project_id), landed);
  return transact(ctx, async (inner) => {
    const row = await lockMergeRequest(inner.db, intent.merge_request_id);
    await takeMergeIntent(inner.db, intent.id);
    if (!row || row.state === 'merged') return row;
    const merged = await updateMergeRequestRow(inner.db, row.id, {
      state: 'merged',
      merged_at: ctx.clock.now(),
      merged_by_id: intent.actor_id,
      merged_by_push: false,
      closed_at: null,
      closed_by_id: null,
      merge_status: 'can_be_merged',
      merge_error: null,
      conflicts: null,
      merge_commit_sha: intent.merge_commit_sha,
      squash_commit_sha: intent.squash_commit_sha,
      // What was chosen with the merge holds from then on.
      squash: intent.squash_commit_sha !== null,
      merged_commit_sha: intent.new_target_sha,
      merged_target_from_sha: intent.old_target_sha,
      should_remove_source_branch: intent.removes_source_branch,
      source_removal_until: intent.removes_source_branch ? removalGivenUpAt(ctx.clock.now()) : null,
    });
    await announceMerge(inner, row, merged, {
      byPush: false,
      removesSourceBranch: intent.removes_source_branch,
      mergedById: intent.actor_id,
    });
    failpoint('merge.db_commit');
    return merged;
  });
}

type MergeFactsToTell = { byPush: boolean; removesSourceBranch: boolean; mergedById: number | null };

/** Note, event and news of a merge, in the transaction that marks it. */
export async function announceMerge(
  ctx: Context,
  before: MergeRequestRow,
  row: MergeRequestRow,
  facts: MergeFactsToTell,
): Promise<void> {
  const access = await findProjectAccess(ctx, row.target_project_id);
  if (access) {
    const noteable = noteableOf(await accessOf(ctx, access, row));
    await recordResourceEvents(ctx, noteable, [{ kind: 'state', action: 'merged' }]);
    await addSystemNote(ctx, noteable, { action: 'merged', body: 'merged', authorId: facts.mergedById });
    await recordMergeRequestActivity(ctx, access.project, row, { action: 'accepted', authorId: facts.mergedById });
  }
  await emit(ctx, 'merge_request.merged', {
    mergeRequestId: row.id,
    projectId: row.target_project_id,
    mergedCommitSha: row.merged_commit_sha ?? '',
    ...facts,
  });
  await emit(ctx, 'merge_request.state_changed', {
    mergeRequestId: row.id,
    projectId: row.target_project_id,
    from: before.state,
    to: 'merged',
    actorId: facts.mergedById,
  });
  await publishMergeRequestChange(ctx, row.id, ['state']);
}
