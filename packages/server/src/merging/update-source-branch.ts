import { AppError } from '@tributary/contract/errors/app-error.ts';
import { createMergeCommit, fetchFrom, isAncestor } from '@tributary/git';
import {
  bringSource,
  findProjectAccess,
  type MergeRequestAccess,
  pushToSourceRefusal,
  requireTip,
  syncHead,
} from '../merge-requests/index.ts';
import type { UserActor } from '../platform/actor.ts';
import type { Context } from '../platform/context.ts';
import { translateGitError } from '../platform/git-errors.ts';
import { guard } from '../platform/operation.ts';
import { updateBranch } from '../repositories/index.ts';

export type UpdateSourceInput = {
  /** The head that was looked at; another one is refused. */
  sha?: string | undefined;
  /** No pipeline runs for the new head. */
  skipCi?: boolean | undefined;
};

/**
 * Merges the target branch into the source branch, as the actor, who must be allowed to push there. Gives the new head. Fails
 * with `branch_update_not_possible` and the reason, `merge_branch_moved`, `merge_in_progress`.
 */
export async function updateSourceBranch(
  ctx: Context,
  found: MergeRequestAccess,
  { sha, skipCi = false }: UpdateSourceInput,
): Promise<string> {
  const { row } = found;
  const { actor } = ctx;
  if (actor.kind !== 'user') throw new AppError('unauthenticated');
  guard(await pushToSourceRefusal(ctx, found));
  if (row.state !== 'opened') throw notPossible('The merge request is not open.');
  if (row.merging_intent_id !== null) throw new AppError('merge_in_progress');
  const source = row.source_project_id === null ? undefined : await findProjectAccess(ctx, row.source_project_id);
  if (!source) throw notPossible('The source branch does not exist.');
  const ends = {
    source: { projectId: source.project.id, branch: row.source_branch },
    target: { projectId: row.target_project_id, branch: row.target_branch },
  };
  const sourceSha = await requireTip(ctx, ends.source, 'Source');
  const targetSha = await requireTip(ctx, ends.target, 'Target');
  if (sha !== undefined && sha !== sourceSha) throw new AppError('merge_branch_moved', { sha: sourceSha });
  const repo = await bringSource(ctx, ends, sourceSha);
  if (await isAncestor(repo, targetSha, sourceSha)) {
    throw notPossible(`The source branch has all commits of "${row.target_branch}" already.`);
  }
  const newSha = await merged(repo, { found, sourceSha, targetSha, actor });
  if (source.project.id !== row.target_project_id) {
    await fetchFrom(ctx.repositories.directory(source.project.id), repo, [newSha]);
  }
  await updateBranch(ctx, source, {
    branch: row.source_branch,
    oldSha: sourceSha,
    newSha,
    made: [newSha],
    forMergeRequest: true,
    pushOptions: skipCi ? ['ci.skip'] : [],
  });
  await syncHead(ctx, row, newSha, { skipsPipeline: skipCi });
  return newSha;
}

const notPossible = (reason: string) => new AppError('branch_update_not_possible', { reason });

type Ends = { found: MergeRequestAccess; sourceSha: string; targetSha: string; actor: UserActor };

async function merged(repo: string, { found: { row }, sourceSha, targetSha, actor }: Ends): Promise<string> {
  const who = { name: actor.name, email: actor.email };
  const message = `Merge branch '${row.target_branch}' into '${row.source_branch}'`;
  const merge = { target: sourceSha, source: targetSha, message, author: who, committer: who };
  const outcome = await createMergeCommit(repo, merge).catch((error: unknown) => {
    throw translateGitError(error);
  });
  if (outcome.ok) return outcome.sha;
  throw notPossible('It conflicts with the target branch. Resolve the conflicts first.');
}
