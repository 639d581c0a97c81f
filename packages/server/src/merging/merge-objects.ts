import { AppError } from '@tributary/contract/errors/app-error.ts';
import {
  canFastForward,
  createMergeCommit,
  isGitError,
  mergeBase,
  type MergeOutcome,
  squashCommit,
} from '@tributary/git';
import type { UserActor } from '../platform/actor.ts';
import { translateGitError } from '../platform/git-errors.ts';

/** Result of a merge as objects on no ref: harmless if dropped. */
export type MergeObjects = { newTargetSha: string; mergeCommitSha: string | null; squashCommitSha: string | null };

export type MergePlan = {
  repo: string;
  method: 'merge' | 'rebase_merge' | 'ff';
  targetSha: string;
  headSha: string;
  mergeMessage: string;
  /** Undefined for no squash. */
  squash: { message: string; author: { name: string; email: string } } | undefined;
  actor: Pick<UserActor, 'name' | 'email'>;
  /** By their names, for the reason of a refusal. */
  branches: { source: string; target: string };
};

/** Makes the commits that the target branch shall move to. Throws `merge_conflicts`, or `merge_not_allowed` when it must be rebased. */
export async function makeMergeObjects(plan: MergePlan): Promise<MergeObjects> {
  try {
    if (plan.method !== 'merge' && !(await canFastForward(plan.repo, plan.targetSha, plan.headSha)))
      throw new AppError('merge_not_allowed');
    if (plan.method === 'ff') return await fastForward(plan);
    const squashCommitSha = plan.squash ? await squashOnBase(plan, plan.squash) : null;
    const who = { name: plan.actor.name, email: plan.actor.email };
    const mergeCommitSha = shaOf(
      await createMergeCommit(plan.repo, {
        target: plan.targetSha,
        source: squashCommitSha ?? plan.headSha,
        message: plan.mergeMessage,
        author: who,
        committer: who,
      }),
    );
    return { newTargetSha: mergeCommitSha, mergeCommitSha, squashCommitSha };
  } catch (error) {
    throw translateMergeError(error, plan);
  }
}

async function fastForward(plan: MergePlan): Promise<MergeObjects> {
  if (!plan.squash) return { newTargetSha: plan.headSha, mergeCommitSha: null, squashCommitSha: null };
  const sha = await squashOnto(plan, plan.targetSha, plan.squash);
  return { newTargetSha: sha, mergeCommitSha: null, squashCommitSha: sha };
}

/** On the merge base the squash commit has exactly the source's tree, so the merge commit shows the merging alone. */
async function squashOnBase(plan: MergePlan, squash: NonNullable<MergePlan['squash']>): Promise<string> {
  const base = await mergeBase(plan.repo, plan.targetSha, plan.headSha);
  return squashOnto(plan, base ?? plan.targetSha, squash);
}

async function squashOnto(
  plan: MergePlan,
  target: string,
  { message, author }: NonNullable<MergePlan['squash']>,
): Promise<string> {
  const committer = { name: plan.actor.name, email: plan.actor.email };
  return shaOf(await squashCommit(plan.repo, { target, source: plan.headSha, message, author, committer }));
}

function shaOf(outcome: MergeOutcome): string {
  if (outcome.ok) return outcome.sha;
  throw new AppError('merge_conflicts', {}, { status: 422 });
}

function translateMergeError(error: unknown, { branches }: MergePlan): unknown {
  if (isGitError(error, 'rejected') && error.details['code'] === 'unrelated_histories') {
    return new AppError('merge_request_unrelated', branches, { status: 422, cause: error });
  }
  if (isGitError(error, 'rejected')) return new AppError('merge_conflicts', {}, { status: 422, cause: error });
  return translateGitError(error);
}
