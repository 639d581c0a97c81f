import { batchMergeability, countBehind, findCommit, isGitError } from '@tributary/git';
import { endUnmergeableTodo, openUnmergeableTodo } from '../../../notifications/index.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { emitAll } from '../../../platform/events.ts';
import { findMergeRequestAccess } from '../../merge-request-access.ts';
import { NOTEABLE_TYPE, noteableOf } from '../../noteable.ts';
import { publishAttentionSetChange } from '../../notifications/publish-attention-set-change.ts';
import { describeConflicts } from '../../rules/conflict-texts.ts';
import { listMergeRequestsByIds, type MergeRequestRow } from '../../store/merge-requests.ts';
import { lockOpenRequests, saveMergeChecks } from '../../store/readiness.ts';
import type { StoredConflict } from '../../tables.ts';
import { branchTip } from '../../versions/branch-ends.ts';

/**
 * Asks git whether these open requests can be merged, with a few processes for all of one target branch, and keeps the
 * answers that are about the tips of this moment. Returns the ids of the requests whose answer is another than before.
 */
export async function checkMergeability(ctx: Context, ids: readonly number[], cause: string): Promise<Set<number>> {
  const rows = (await listMergeRequestsByIds(ctx.db, ids)).filter((row) => row.state === 'opened');
  const answers: Answer[] = [];
  for (const own of Map.groupBy(rows, (row) => `${row.target_project_id}:${row.target_branch}`).values()) {
    answers.push(...(await askGit(ctx, own)));
  }
  return save(ctx, answers, cause);
}

/** Of requests into one branch. */
async function askGit(ctx: Context, rows: readonly MergeRequestRow[]): Promise<Answer[]> {
  const [first] = rows;
  if (!first) return [];
  const { target_project_id: projectId, target_branch: branch } = first;
  const target = await branchTip(ctx, { projectId, branch });
  const heads = rows.flatMap((row) => (row.head_sha === null ? [] : [row.head_sha]));
  const repo = ctx.repositories.directory(projectId);
  const results =
    target === undefined
      ? []
      : await batchMergeability(
          repo,
          heads.map((source) => ({ target, source })),
        );
  const behind = target === undefined ? new Map<string, number>() : await behindOf(repo, target, heads);
  const tree = target === undefined ? undefined : (await findCommit(repo, target))?.treeOid;
  return rows.map((row) => {
    const result = row.head_sha === null ? undefined : results[heads.indexOf(row.head_sha)];
    if (target === undefined || row.head_sha === null || !result) return { row, target, isClean: false };
    const conflicts = result.clean ? [] : describeConflicts(result.conflicts, row.source_branch, row.target_branch);
    const checked = {
      conflicts,
      behind: behind.get(row.head_sha) ?? 0,
      isContained: result.clean && result.treeOid === tree,
    };
    return { row, target, isClean: result.clean, checked };
  });
}

/** Zero where the history is not to be had or takes too long. */
async function behindOf(repo: string, target: string, heads: readonly string[]): Promise<ReadonlyMap<string, number>> {
  try {
    return await countBehind(repo, target, heads);
  } catch (error) {
    if (isGitError(error, 'not_found') || isGitError(error, 'timeout')) return new Map();
    throw error;
  }
}

/**
 * `checked` is missing where there was nothing to compare: what was known of conflicts stays.
 */
type Answer = {
  row: MergeRequestRow;
  target: string | undefined;
  isClean: boolean;
  checked?: { conflicts: StoredConflict[]; behind: number; isContained: boolean };
};

/** Takes those whose tips are those that they are about and that nobody has asked for again, in one statement. */
async function save(ctx: Context, answers: readonly Answer[], cause: string): Promise<Set<number>> {
  if (answers.length === 0) return new Set();
  return transact(ctx, async (inner) => {
    const ids = answers.map(({ row }) => row.id);
    const locked = new Map((await lockOpenRequests(inner.db, ids)).map((row) => [row.id, row]));
    const valid: Answer[] = [];
    const tips = new Map<string, string | undefined>();
    for (const answer of answers) {
      const now = locked.get(answer.row.id);
      if (now && (await isAbout(inner, now, answer, tips))) valid.push(answer);
    }
    await saveMergeChecks(
      inner.db,
      valid.map(({ row, target, isClean, checked }) => ({
        id: row.id,
        status: isClean ? 'can_be_merged' : 'cannot_be_merged',
        conflicts: checked?.conflicts ?? row.conflicts,
        behind: checked?.behind ?? row.diverged_commits_count,
        source: checked ? row.head_sha : row.merge_checked_source_sha,
        target: checked ? (target ?? null) : row.merge_checked_target_sha,
      })),
      cause,
    );
    // What two of them hold is that of the older one.
    const inOrder = valid.toSorted((a, b) => a.row.id - b.row.id);
    await emitAll(
      inner,
      'merge_request.changes_contained',
      inOrder.flatMap((answer) => containedEvent(answer) ?? []),
    );
    const changed = valid.filter((answer) => isOther(answer));
    for (const answer of changed) await follow(inner, answer);
    return new Set(changed.map(({ row }) => row.id));
  });
}

/** Undefined unless the move of the target brought the changes: not a push to the source, and not there from the beginning. */
function containedEvent({ row, target, checked }: Answer) {
  const { merge_checked_target_sha: sinceSha, merge_checked_source_sha: sourceSha } = row;
  if (!checked?.isContained || target === undefined || sinceSha === null || sinceSha === target) return undefined;
  if (sourceSha !== row.head_sha || row.commits_count === 0) return undefined;
  const { id: mergeRequestId, target_project_id: projectId, target_branch: targetBranch } = row;
  return { mergeRequestId, projectId, targetBranch, sinceSha, targetSha: target };
}

/** A slow answer may be about what was there before: the head, the target branch or its tip. */
async function isAbout(
  ctx: Context,
  now: MergeRequestRow,
  { row, target }: Answer,
  tips: Map<string, string | undefined>,
): Promise<boolean> {
  if (now.merge_check_number !== row.merge_check_number || now.head_sha !== row.head_sha) return false;
  const { target_project_id: projectId, target_branch: branch } = now;
  const key = `${projectId}:${branch}`;
  if (!tips.has(key)) tips.set(key, await branchTip(ctx, { projectId, branch }));
  return tips.get(key) === target;
}

const isOtherStatus = ({ row, isClean }: Answer) =>
  row.merge_status !== (isClean ? 'can_be_merged' : 'cannot_be_merged');

/** How far it is behind is visible where that has to be zero, and is no change of its own where it has not. */
function isOther(answer: Answer): boolean {
  const { row, checked } = answer;
  if (isOtherStatus(answer)) return true;
  return checked !== undefined && JSON.stringify(checked.conflicts) !== JSON.stringify(row.conflicts ?? []);
}

async function follow(ctx: Context, answer: Answer): Promise<void> {
  await followConflicts(ctx, answer.row, answer.isClean);
  if (isOtherStatus(answer)) await publishAttentionSetChange(ctx, answer.row.id);
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
