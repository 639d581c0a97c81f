import { AppError } from '@tributary/contract/errors/app-error.ts';
import { fetchFrom, rebaseCommits } from '@tributary/git';
import type { Context } from '../platform/context.ts';
import { translateGitError } from '../platform/git-errors.ts';
import { guard } from '../platform/operation.ts';
import { updateBranch } from '../projects/index.ts';
import {
  findMergeRequestAccess,
  findProjectAccess,
  RESOURCE,
  rebaseRefusal,
  type MergeRequestRow,
  findMergeIntentOf,
  requireTip,
  syncHead,
  findMergeRequestById,
} from '../merge-requests/index.ts';

export type RebaseInput = {
  mergeRequestId: number;
  /** It was begun before and nobody saw the end: a branch that has moved since may have been moved by that. */
  catchesUp?: boolean;
  /** The head that was looked at; another one is refused. */
  sha?: string | undefined;
  /** No pipeline runs for the rebased commits. */
  skipCi?: boolean | undefined;
};

/**
 * Puts the source branch's commits on top of the target, as the actor, who must be allowed to rewrite that branch. Fails
 * with `rebase_not_possible` and the reason. Gives the new tip of the branch.
 */
export async function rebaseMergeRequest(
  ctx: Context,
  { mergeRequestId, catchesUp = false, sha, skipCi = false }: RebaseInput,
): Promise<string> {
  const found = await findMergeRequestAccess(ctx, mergeRequestId);
  if (!found) throw new AppError('not_found', { resource: RESOURCE });
  let { row } = found;
  const refuse = (reason: string) => new AppError('rebase_not_possible', { reason });
  if (ctx.actor.kind !== 'user') throw new AppError('unauthenticated');
  guard(await rebaseRefusal(ctx, found));
  if (row.state !== 'opened') throw refuse('The merge request is not open.');
  const source = row.source_project_id === null ? undefined : await findProjectAccess(ctx, row.source_project_id);
  if (!source) throw refuse('The source branch does not exist.');
  if (await findMergeIntentOf(ctx.db, row.id)) throw new AppError('merge_in_progress');
  const ends = {
    source: { projectId: source.project.id, branch: row.source_branch },
    target: { projectId: row.target_project_id, branch: row.target_branch },
  };
  const oldSha = await requireTip(ctx, ends.source, 'Source');
  const onto = await requireTip(ctx, ends.target, 'Target');
  if (sha !== undefined && sha !== oldSha && !catchesUp) throw new AppError('merge_branch_moved', { sha: oldSha });
  if (oldSha !== row.head_sha && catchesUp) row = (await syncHead(ctx, row, oldSha)) ?? row;
  if (oldSha !== row.head_sha) throw refuse('The source branch was just updated. Try again in a moment.');
  const newSha = await rebased(ctx, row, { onto, source: oldSha, actor: ctx.actor });
  if (newSha !== oldSha) {
    if (source.project.id !== row.target_project_id) {
      const repositories = [source.project.id, row.target_project_id].map((id) => ctx.repositories.directory(id));
      await fetchFrom(repositories[0] ?? '', repositories[1] ?? '', [newSha]);
    }
    await updateBranch(ctx, source, {
      branch: row.source_branch,
      oldSha,
      newSha,
      pushOptions: skipCi ? ['ci.skip'] : [],
    });
  }
  const fresh = await findMergeRequestById(ctx.db, row.id);
  if (fresh) await syncHead(ctx, fresh, newSha);
  return newSha;
}

async function rebased(
  ctx: Context,
  row: MergeRequestRow,
  { onto, source, actor }: { onto: string; source: string; actor: { name: string; email: string } },
): Promise<string> {
  const committer = { name: actor.name, email: actor.email };
  try {
    const repo = ctx.repositories.directory(row.target_project_id);
    const outcome = await rebaseCommits(repo, { onto, source, committer });
    if (outcome.ok) return outcome.sha;
  } catch (error) {
    throw translateGitError(error);
  }
  throw new AppError('rebase_not_possible', {
    reason:
      'Rebase failed: the commits conflict with the target branch. Rebase locally, resolve all conflicts, then push the branch.',
  });
}
