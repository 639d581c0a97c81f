import { audit } from '../platform/audit.ts';
import { type Context, transact } from '../platform/context.ts';
import { failpoint } from '../platform/failpoints.ts';
import { keepAround } from '@tributary/git';
import {
  announceMerge,
  insertMergeRecord,
  removalGivenUpAt,
  type MergeIntentRow,
  takeMergeIntent,
  lockEvenMerging,
  type MergeRequestRow,
  updateMergeRequestRow,
} from '../merge-requests/index.ts';

/**
 * The target branch has the merge: marks the request as merged, once, with its note and event, and removes the intent.
 * Safe to repeat, from the request that merges and from recovery alike.
 */
export async function completeMerge(ctx: Context, intent: MergeIntentRow): Promise<MergeRequestRow | undefined> {
  const landed = [intent.new_target_sha, intent.old_target_sha, intent.head_sha];
  await keepAround(ctx.repositories.directory(intent.project_id), landed);
  return transact(ctx, async (inner) => {
    const row = await lockEvenMerging(inner.db, intent.merge_request_id);
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
    await insertMergeRecord(inner.db, intent, ctx.clock.now());
    await audit(inner, 'merge_request.merged', { type: 'project', id: row.target_project_id }, detailsOf(row, intent));
    await announceMerge(inner, row, merged, {
      byPush: false,
      removesSourceBranch: intent.removes_source_branch,
      mergedById: intent.actor_id,
    });
    failpoint('merge.db_commit');
    return merged;
  });
}

/** For the audit log: which checks passed, and which did not apply. */
function detailsOf(row: MergeRequestRow, { head_sha: sha, readiness }: MergeIntentRow): Record<string, unknown> {
  const checks = readiness.filter(({ state }) => state !== 'off').map(({ id, state }) => [id, state]);
  return { merge_request: `!${row.iid}`, target: row.target_branch, sha, checks: Object.fromEntries(checks) };
}
