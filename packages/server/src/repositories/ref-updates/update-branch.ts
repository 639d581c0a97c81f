import { randomUUID } from 'node:crypto';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import {
  branchRef,
  isFastForward,
  isZeroOid,
  readRef,
  refNameProblemText,
  tagRef,
  updateRefs,
  validateBranchName,
} from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { translateGitError } from '../../platform/git-errors.ts';
import { guard } from '../../platform/operation.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { type BranchChange, canPushToBranch } from '../protection/branch-rights.ts';
import { deleteIntents } from '../store/push-store.ts';
import { forgetVisible } from '../visible-objects.ts';
import { type AfterMove, afterRefsMoved } from './after-refs-moved.ts';
import { describeMoves } from './describe-move.ts';
import { askPushGates } from './push-gates.ts';
import { recordIntents } from './record-intents.ts';
import type { RefMove } from './ref-move.ts';

export type BranchUpdate = {
  branch: string;
  /** What the caller saw; zeros when the branch must not exist yet. */
  oldSha: string;
  /** Zeros remove the branch. */
  newSha: string;
  /** `merge` asks for the right to merge instead of the right to push. */
  as?: 'push' | 'merge';
  /** It brings commits of the target branch of a merge request, which others committed. */
  forMergeRequest?: boolean;
  /** Commits that were made for this move, for the actor. */
  made?: Iterable<string> | undefined;
  /** As those of `git push -o`. */
  pushOptions?: readonly string[];
};

/**
 * Moves one branch for the actor: protection, compare-and-swap, then everything that follows a push. Not inside a
 * transaction: the ref is moved between two. Throws ref_changed when the branch is elsewhere by now. Lines that other
 * slices would print to a git client are returned.
 */
export async function updateBranch(ctx: Context, access: ProjectAccess, update: BranchUpdate): Promise<string[]> {
  const repo = repositoryOf(ctx, access);
  guard(await canPushToBranch(ctx, access, update.branch, await changeOf(repo, update)));
  if (isZeroOid(update.oldSha)) await assertNewBranchName(repo, update.branch);
  const move = { ref: branchRef(update.branch), oldSha: update.oldSha, newSha: update.newSha };
  await askPushGates(ctx, access, { moves: [move], made: update.made, hasOthersCommits: update.forMergeRequest });
  return moveRefs(ctx, access, [move], { pushOptions: update.pushOptions ?? [] });
}

async function changeOf(repo: string, update: BranchUpdate): Promise<BranchChange> {
  if (isZeroOid(update.newSha)) return 'delete';
  if (update.as === 'merge') return 'merge';
  if (isZeroOid(update.oldSha)) return 'create';
  return (await isFastForward(repo, update.oldSha, update.newSha)) ? 'push' : 'force';
}

/** Throws for names that are not allowed, and for a branch that would be confused with a tag. */
export async function assertNewBranchName(repo: string, name: string): Promise<void> {
  const problem = validateBranchName(name);
  if (problem !== null) throw new AppError('branch_name_invalid', { name, reason: refNameProblemText(problem) });
  if ((await readRef(repo, tagRef(name))) !== undefined) throw new AppError('branch_named_like_tag', { name });
}

/**
 * Moves refs that were checked already: intent, compare-and-swap in one git transaction, then `afterRefsMoved`. Once the refs
 * have moved the change stands; what could not be recorded is finished from the intent.
 */
export async function moveRefs(
  ctx: Context,
  access: ProjectAccess,
  moves: readonly RefMove[],
  { pushOptions = [], ...options }: { keepAround?: readonly string[]; pushOptions?: readonly string[] } = {},
): Promise<string[]> {
  if (moves.length === 0) return [];
  const repo = repositoryOf(ctx, access);
  const pushKey = randomUUID();
  await recordIntents(ctx, repo, { projectId: access.project.id, pushKey, moves, pushOptions });
  failpoint('push.intent');
  // What a move means follows from its two commits, so that is found out while the refs move.
  const described = describeMoves(repo, moves, access.project.default_branch);
  described.catch(() => undefined);
  try {
    await updateRefs(repo, moves, options);
  } catch (error) {
    await deleteIntents(ctx.db, pushKey);
    throw translateGitError(error);
  }
  forgetVisible(repo);
  failpoint('push.moved');
  return finalizeRefUpdates(ctx, access, moves, { pushKey, described, pushOptions });
}

/** Runs `afterRefsMoved`; a failure is logged and left to recovery, since the refs have moved and stay moved. */
export async function finalizeRefUpdates(
  ctx: Context,
  access: ProjectAccess,
  moves: readonly RefMove[],
  options: AfterMove,
): Promise<string[]> {
  try {
    return await afterRefsMoved(ctx, access, moves, options);
  } catch (error) {
    ctx.log.error({ err: error, projectId: access.project.id }, 'a push is stored but not recorded yet');
    return ['The push was accepted. Processing finishes in a moment.'];
  }
}
