import { AppError } from '@tributary/contract/errors/app-error.ts';
import { fetchFrom, isAncestor, rebaseCommits } from '@tributary/git';
import type { Context } from '../platform/context.ts';
import { translateGitError } from '../platform/git-errors.ts';
import { guard } from '../platform/operation.ts';
import {
  findMergeRequestAccess,
  findProjectAccess,
  RESOURCE,
  rebaseRefusal,
  type MergeRequestAccess,
  requireTip,
  syncHead,
  findMergeRequestById,
} from '../merge-requests/index.ts';
import { updateBranch } from '../repositories/index.ts';

/** Where the source branch was when the rebase was started; by now it may have moved. */
export type RebaseInput = { mergeRequestId: number; startSha: string; skipCi: boolean };

const refuse = (reason: string) => new AppError('rebase_not_possible', { reason });

/** Why the actor may not rebase the request now; null when they may. */
export async function checkRebase(ctx: Context, found: MergeRequestAccess): Promise<void> {
  if (ctx.actor.kind !== 'user') throw new AppError('unauthenticated');
  guard(await rebaseRefusal(ctx, found));
  if (found.row.state !== 'opened') throw refuse('The merge request is not open.');
}

/**
 * Puts the source branch's commits on top of the target, as the actor, who must be allowed to rewrite that branch. Fails
 * with `rebase_not_possible` and the reason. Gives the new tip of the branch. Safe to repeat with the same start.
 */
export async function rebaseMergeRequest(
  ctx: Context,
  { mergeRequestId, startSha, skipCi }: RebaseInput,
): Promise<string> {
  const found = await findMergeRequestAccess(ctx, mergeRequestId);
  if (!found) throw new AppError('not_found', { resource: RESOURCE });
  const { row } = found;
  await checkRebase(ctx, found);
  if (ctx.actor.kind !== 'user') throw new AppError('unauthenticated');
  const source = row.source_project_id === null ? undefined : await findProjectAccess(ctx, row.source_project_id);
  if (!source) throw refuse('The source branch does not exist.');
  if (row.merging_intent_id !== null) throw new AppError('merge_in_progress');
  const ends = {
    source: { projectId: source.project.id, branch: row.source_branch },
    target: { projectId: row.target_project_id, branch: row.target_branch },
  };
  const oldSha = await requireTip(ctx, ends.source, 'Source');
  const onto = await requireTip(ctx, ends.target, 'Target');
  if (oldSha !== row.head_sha) await syncHead(ctx, row, oldSha);
  const repo = ctx.repositories.directory(row.target_project_id);
  if (oldSha !== startSha) {
    // An earlier attempt may have moved it before it was interrupted.
    if (await isAncestor(repo, onto, oldSha)) return oldSha;
    throw refuse('The source branch was updated in the meantime. Rebase again.');
  }
  const { sha: newSha, made } = await rebased(repo, { onto, source: oldSha, actor: ctx.actor });
  if (newSha !== oldSha) {
    if (source.project.id !== row.target_project_id)
      await fetchFrom(ctx.repositories.directory(source.project.id), repo, [newSha]);
    await updateBranch(ctx, source, {
      branch: row.source_branch,
      oldSha,
      newSha,
      made,
      forMergeRequest: true,
      pushOptions: skipCi ? ['ci.skip'] : [],
    });
  }
  const fresh = await findMergeRequestById(ctx.db, row.id);
  if (fresh) await syncHead(ctx, fresh, newSha, { skipsPipeline: skipCi });
  return newSha;
}

async function rebased(
  repo: string,
  { onto, source, actor }: { onto: string; source: string; actor: { name: string; email: string } },
): Promise<{ sha: string; made: string[] }> {
  const committer = { name: actor.name, email: actor.email };
  try {
    const outcome = await rebaseCommits(repo, { onto, source, committer });
    if (outcome.ok) return { sha: outcome.sha, made: outcome.commits.map(({ to }) => to) };
  } catch (error) {
    throw translateGitError(error);
  }
  throw new AppError('rebase_not_possible', {
    reason:
      'Rebase failed: the commits conflict with the target branch. Rebase locally, resolve all conflicts, then push the branch.',
  });
}
