import { batchMergeability } from '@tributary/git';
import { endUnmergeableTodo, openUnmergeableTodo } from '../../../notifications/index.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { findMergeRequestAccess } from '../../merge-request-access.ts';
import { NOTEABLE_TYPE, noteableOf } from '../../noteable.ts';
import { describeConflicts } from '../../rules/conflict-texts.ts';
import {
  listMergeRequestsByIds,
  type MergeRequestChange,
  type MergeRequestRow,
  lockEvenMerging,
  noteFacts,
} from '../../store/merge-requests.ts';
import { publishAttentionSetChange } from '../../notifications/publish-attention-set-change.ts';
import { branchTip } from '../../versions/branch-ends.ts';
import { countDiverged } from './count-diverged.ts';

type Pair = { row: MergeRequestRow; target: string; source: string };

/**
 * Asks git whether these open requests of one target project can be merged, all in one process, and keeps the answers
 * that are about the tips of this moment. Returns the ids of the requests whose answer is another than before.
 */
export async function checkMergeability(ctx: Context, ids: readonly number[], cause: string): Promise<Set<number>> {
  const rows = (await listMergeRequestsByIds(ctx.db, ids)).filter((row) => row.state === 'opened');
  const changed = new Set<number>();
  for (const [projectId, own] of Map.groupBy(rows, (row) => row.target_project_id)) {
    const pairs: Pair[] = [];
    for (const row of own) {
      const target = await branchTip(ctx, { projectId, branch: row.target_branch });
      if (target !== undefined && row.head_sha !== null) pairs.push({ row, target, source: row.head_sha });
      else if (await settle(ctx, row, target, { merge_status: 'cannot_be_merged', merge_check_cause: cause }))
        changed.add(row.id);
    }
    for (const id of await checkPairs(ctx, ctx.repositories.directory(projectId), pairs, cause)) changed.add(id);
  }
  return changed;
}

async function checkPairs(ctx: Context, repo: string, pairs: readonly Pair[], cause: string): Promise<number[]> {
  if (pairs.length === 0) return [];
  const results = await batchMergeability(
    repo,
    pairs.map(({ target, source }) => ({ target, source })),
  );
  const changed: number[] = [];
  for (const [index, { row, target, source }] of pairs.entries()) {
    const result = results[index];
    const diverged = await countDiverged(repo, target, source);
    const isChanged = await settle(ctx, row, target, {
      merge_status: result?.clean ? 'can_be_merged' : 'cannot_be_merged',
      conflicts: JSON.stringify(
        result && !result.clean ? describeConflicts(result.conflicts, row.source_branch, row.target_branch) : [],
      ),
      diverged_commits_count: diverged,
      merge_checked_source_sha: source,
      merge_checked_target_sha: target,
      merge_check_cause: cause,
    });
    if (isChanged) changed.push(row.id);
  }
  return changed;
}

/** Takes the answer while both tips are those that it is about and nobody has asked again. True when it is another. */
async function settle(
  ctx: Context,
  row: MergeRequestRow,
  target: string | undefined,
  facts: MergeRequestChange,
): Promise<boolean> {
  const now = new Date();
  const isClean = facts.merge_status === 'can_be_merged';
  const all = {
    ...facts,
    conflicts_since: isClean ? null : (row.conflicts_since ?? now),
    merge_checked_at: now,
    prepared_at: row.prepared_at ?? now,
  };
  return transact(ctx, async (inner) => {
    const now = await lockEvenMerging(inner.db, row.id);
    if (now?.state !== 'opened' || !(await isAbout(inner, now, row, target))) return false;
    await noteFacts(inner.db, row.id, all);
    await followConflicts(inner, row, isClean);
    if (row.merge_status !== facts.merge_status) await publishAttentionSetChange(inner, row.id);
    return row.merge_status !== facts.merge_status || isOtherConflict(row, facts);
  });
}

function isOtherConflict(row: MergeRequestRow, { conflicts, diverged_commits_count: behind }: MergeRequestChange) {
  return conflicts !== JSON.stringify(row.conflicts ?? []) || behind !== row.diverged_commits_count;
}

/** A slow answer may be about what was there before: the head, the target branch or its tip. */
async function isAbout(
  ctx: Context,
  now: MergeRequestRow,
  asked: MergeRequestRow,
  target: string | undefined,
): Promise<boolean> {
  if (now.merge_check_number !== asked.merge_check_number || now.head_sha !== asked.head_sha) return false;
  const tip = await branchTip(ctx, { projectId: now.target_project_id, branch: now.target_branch });
  return tip === target;
}

/** Conflicts wait for the author until there are none, once: who put them aside is not asked at each push. */
async function followConflicts(ctx: Context, row: MergeRequestRow, isClean: boolean): Promise<void> {
  if (isClean) return endUnmergeableTodo(ctx, { type: NOTEABLE_TYPE, id: row.id });
  const found = hasConflicts(row) ? undefined : await findMergeRequestAccess(ctx, row.id);
  if (found && hasConflicts(found.row)) await openUnmergeableTodo(ctx, noteableOf(found));
}

function hasConflicts({ conflicts }: MergeRequestRow): boolean {
  return conflicts !== null && conflicts.length > 0;
}
