import { AppError } from '@tributary/contract/errors/app-error.ts';
import {
  branchRef,
  commitActions,
  fetchFrom,
  type FileAction,
  isEmptyRepository,
  isFullRef,
  readRef,
  ZERO_OID,
} from '@tributary/git';
import { type Context } from '../../platform/context.ts';
import { defineOperation } from '../../platform/operation.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { getForkSource } from '../forks/fork-family.ts';
import { type BranchChange, canPushToBranch } from '../protection/branch-rights.ts';
import { MAX_COMMIT_BYTES } from '../rules/commit-limits.ts';
import { assertNewBranchName, updateBranch } from '../ref-updates/update-branch.ts';
import { findRevision } from '../visible-objects.ts';
import { translateActionFailure } from './action-failure.ts';
import { committerOf, loadForWriting } from './load-for-writing.ts';

export type NewCommit = {
  projectId: number;
  /** Where the commit goes; a new branch when it does not exist. */
  branch: string;
  message: string;
  actions: readonly FileAction[];
  /** What a new branch (or, with `force`, the branch again) starts from. At most one of the two. */
  startBranch?: string | undefined;
  startSha?: string | undefined;
  /** Id or path of a project of the same family that the start is in. */
  startProject?: string | undefined;
  author?: { name?: string | undefined; email?: string | undefined } | undefined;
  /** The branch is moved to the new commit wherever it was. */
  force?: boolean | undefined;
  allowEmpty?: boolean | undefined;
};

export type CreatedCommit = { sha: string; branch: string; isNewBranch: boolean; messages: string[] };

const ATTEMPTS = 3;

/**
 * One commit out of many file actions, on a branch that is there or a new one. Nothing is moved unless all of it holds. When
 * only the branch moved on meanwhile the actions are tried again on top, and refused if they no longer fit.
 */
export const createCommit = defineOperation<NewCommit, ProjectAccess, CreatedCommit>({
  name: 'commit.create',
  transaction: false,
  load: (ctx, input) => loadForWriting(ctx, input.projectId),
  check: async (ctx, access, input) => canPushToBranch(ctx, access, input.branch, await changeOf(ctx, access, input)),
  run: async (ctx, access, input) => {
    checkInput(input);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await commitOnce(ctx, access, input);
      } catch (error) {
        const isRace = error instanceof AppError && error.code === 'ref_changed';
        if (!isRace || attempt === ATTEMPTS || input.force === true) throw error;
      }
    }
  },
});

function isBranchName(name: string): boolean {
  return name !== '' && isFullRef(branchRef(name));
}

async function branchHead(ctx: Context, access: ProjectAccess, branch: string): Promise<string | undefined> {
  return isBranchName(branch) ? readRef(repositoryOf(ctx, access), branchRef(branch)) : undefined;
}

async function changeOf(ctx: Context, access: ProjectAccess, input: NewCommit): Promise<BranchChange> {
  if ((await branchHead(ctx, access, input.branch)) === undefined) return 'create';
  return input.force === true ? 'force' : 'push';
}

function checkInput(input: NewCommit): void {
  if (input.startBranch !== undefined && input.startSha !== undefined) throw new AppError('commit_start_ambiguous');
  if (input.message.trim() === '') throw new AppError('commit_message_missing');
  const bytes = input.actions.reduce((sum, action) => sum + (action.content?.length ?? 0), 0);
  if (bytes > MAX_COMMIT_BYTES) throw new AppError('body_too_large');
}

async function commitOnce(ctx: Context, access: ProjectAccess, input: NewCommit): Promise<CreatedCommit> {
  const repo = repositoryOf(ctx, access);
  const head = await branchHead(ctx, access, input.branch);
  if (head === undefined) await assertNewBranchName(repo, input.branch);
  const parentSha = await parentOf(ctx, access, input, head);
  const committer = committerOf(ctx);
  const author = {
    ...committer,
    name: input.author?.name ?? committer.name,
    email: input.author?.email ?? committer.email,
  };
  const made = await translateActionFailure(() =>
    commitActions(repo, {
      parentSha,
      actions: input.actions,
      author,
      committer,
      message: input.message,
      allowEmpty: input.allowEmpty ?? false,
    }),
  );
  const messages = await updateBranch(ctx, access, {
    branch: input.branch,
    oldSha: head ?? ZERO_OID,
    newSha: made.sha,
    made: [made.sha],
  });
  return { sha: made.sha, branch: input.branch, isNewBranch: head === undefined, messages };
}

/** What the commit is made on; null for the first one of an empty repository. */
async function parentOf(
  ctx: Context,
  access: ProjectAccess,
  input: NewCommit,
  head: string | undefined,
): Promise<string | null> {
  const hasStart = input.startBranch !== undefined || input.startSha !== undefined || input.startProject !== undefined;
  const startsFromItself = input.startBranch === input.branch && input.startProject === undefined;
  if (head !== undefined && (!hasStart || startsFromItself)) return head;
  if (head !== undefined && input.force !== true) throw new AppError('branch_exists');
  if (hasStart && !(startsFromItself && head === undefined)) return startOf(ctx, access, input);
  if (await isEmptyRepository(repositoryOf(ctx, access))) return null;
  throw new AppError('commit_branch_missing', { name: input.branch });
}

async function startOf(ctx: Context, access: ProjectAccess, input: NewCommit): Promise<string> {
  const source = input.startProject === undefined ? access : await getForkSource(ctx, access, input.startProject);
  const name = input.startSha ?? input.startBranch ?? source.project.default_branch ?? 'HEAD';
  const from = await findRevision(ctx, source, name);
  if (!from || (input.startSha !== undefined && from.kind !== 'sha')) throw new AppError('ref_not_found', { name });
  if (source.project.id !== access.project.id) {
    await fetchFrom(repositoryOf(ctx, access), repositoryOf(ctx, source), [from.commitSha]);
  }
  return from.commitSha;
}
