import { AppError } from '@tributary/contract/errors/app-error.ts';
import {
  canFastForward,
  createMergeCommit,
  isGitError,
  mergeBase,
  type MergeOutcome,
  readCommit,
  rebaseMerged,
  squashCommit,
} from '@tributary/git';
import type { UserActor } from '../platform/actor.ts';
import { translateGitError } from '../platform/git-errors.ts';
import type { ProjectRow } from '../projects/index.ts';

/** Result of a merge as objects on no ref: harmless if dropped. */
export type MergeObjects = {
  newTargetSha: string;
  mergeCommitSha: string | null;
  squashCommitSha: string | null;
  /** Copies of the source's commits, where they were put on the target. */
  rebasedShas: readonly string[];
};

export type MergePlan = {
  repo: string;
  method: 'merge' | 'rebase_merge' | 'ff';
  targetSha: string;
  headSha: string;
  /** Of a project with linear history: what is not on the target is put there, instead of refused. */
  rebases: boolean;
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
    const isBehind = plan.method !== 'merge' && !(await canFastForward(plan.repo, plan.targetSha, plan.headSha));
    if (isBehind && !plan.rebases) throw new AppError('merge_not_rebased');
    if (plan.method === 'ff') return await fastForward(plan, isBehind);
    const squashCommitSha = plan.squash ? await squashForMerge(plan, plan.squash, isBehind) : null;
    const rebased = isBehind && !plan.squash ? await rebaseOnTarget(plan) : { sha: plan.headSha, rebasedShas: [] };
    const who = { name: plan.actor.name, email: plan.actor.email };
    const mergeCommitSha = shaOf(
      await createMergeCommit(plan.repo, {
        target: plan.targetSha,
        source: squashCommitSha ?? rebased.sha,
        message: plan.mergeMessage,
        author: who,
        committer: who,
      }),
    );
    return { newTargetSha: mergeCommitSha, mergeCommitSha, squashCommitSha, rebasedShas: rebased.rebasedShas };
  } catch (error) {
    throw translateMergeError(error, plan);
  }
}

/** Would these settings make such commits? Those of a train were made a while ago. */
export async function fitsSettings(
  repo: string,
  { merge_method: method, squash_option: squash }: Pick<ProjectRow, 'merge_method' | 'squash_option'>,
  { targetSha, objects: { mergeCommitSha, squashCommitSha } }: { targetSha: string; objects: MergeObjects },
): Promise<boolean> {
  if (squashCommitSha === null ? squash === 'always' : squash === 'never') return false;
  if ((method === 'ff') !== (mergeCommitSha === null)) return false;
  if (method !== 'rebase_merge' || mergeCommitSha === null) return true;
  const [, source] = (await readCommit(repo, mergeCommitSha)).parents;
  return source !== undefined && canFastForward(repo, targetSha, source);
}

async function fastForward(plan: MergePlan, isBehind: boolean): Promise<MergeObjects> {
  const none = { mergeCommitSha: null, squashCommitSha: null, rebasedShas: [] };
  if (plan.squash) {
    const sha = await squashOnto(plan, plan.targetSha, plan.squash);
    return { ...none, newTargetSha: sha, squashCommitSha: sha };
  }
  if (!isBehind) return { ...none, newTargetSha: plan.headSha };
  const { sha, rebasedShas } = await rebaseOnTarget(plan);
  return { ...none, newTargetSha: sha, rebasedShas };
}

/** The source branch itself stays as it is. The result has the tree of a merge, also where the branch has merges of its own. */
async function rebaseOnTarget(plan: MergePlan): Promise<{ sha: string; rebasedShas: string[] }> {
  const committer = { name: plan.actor.name, email: plan.actor.email };
  const rebased = await rebaseMerged(plan.repo, { target: plan.targetSha, source: plan.headSha, committer });
  if (!rebased) throw new AppError('merge_conflicts', {}, { status: 422 });
  if (rebased.sha === plan.targetSha) throw new AppError('merge_nothing_left', {}, { status: 422 });
  return { sha: rebased.sha, rebasedShas: rebased.made };
}

/** On the merge base the squash commit has exactly the source's tree, so the merge commit shows the merging alone. */
async function squashForMerge(
  plan: MergePlan,
  squash: NonNullable<MergePlan['squash']>,
  isBehind: boolean,
): Promise<string> {
  if (isBehind) return squashOnto(plan, plan.targetSha, squash);
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
