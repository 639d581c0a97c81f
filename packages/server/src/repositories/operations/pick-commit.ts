import { AppError } from '@tributary/contract/errors/app-error.ts';
import { branchRef, cherryPick, fetchFrom, isFullRef, isGitError, readRef, revertCommit } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { defineOperation } from '../../platform/operation.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { getForkSource } from '../forks/fork-family.ts';
import { canPushToBranch } from '../protection/branch-rights.ts';
import { updateBranch } from '../ref-updates/update-branch.ts';
import { getRevision } from '../visible-objects.ts';
import { committerOf, loadForWriting } from './load-for-writing.ts';

export type Pick = {
  projectId: number;
  how: 'cherry-pick' | 'revert';
  /** The commit, or a ref that names it. */
  commit: string;
  branch: string;
  message?: string | undefined;
  /** Only find out whether it would work. */
  dryRun?: boolean | undefined;
  /** Another project of the same family, where the commit is. */
  sourceProjectId?: number | undefined;
};

/** Whether the actor may pick and revert commits at all; the branch that is to have the new commit asks once more. */
export function mayPickCommits(ctx: Context, access: ProjectAccess): boolean {
  return isAllowed(ctx.actor, 'push_code', featureOf(access, 'repository'));
}

/** Applies a commit to a branch once more, or takes it back there. Gives the new commit's id; null for a dry run. */
export const pickCommit = defineOperation<Pick, ProjectAccess, string | null>({
  name: 'commit.pick',
  transaction: false,
  load: (ctx, input) => loadForWriting(ctx, input.projectId),
  check: (ctx, access, input) => canPushToBranch(ctx, access, input.branch, 'push'),
  run: async (ctx, access, input) => {
    const repo = repositoryOf(ctx, access);
    const commitSha = await bringCommit(ctx, access, input);
    const ref = branchRef(input.branch);
    const onto = isFullRef(ref) ? await readRef(repo, ref) : undefined;
    if (onto === undefined) throw new AppError('not_found', { resource: 'Branch' });
    const sha = await apply(repo, input, commitSha, onto, committerOf(ctx));
    if (input.dryRun === true) return null;
    await updateBranch(ctx, access, { branch: input.branch, oldSha: onto, newSha: sha, made: [sha] });
    return sha;
  },
});

/** The commit that is picked, which the actor may read where it is; of another project it is fetched. */
async function bringCommit(ctx: Context, access: ProjectAccess, { commit, sourceProjectId }: Pick): Promise<string> {
  if (sourceProjectId === undefined || sourceProjectId === access.project.id) {
    return (await getRevision(ctx, access, commit, 'Commit')).commitSha;
  }
  const source = await getForkSource(ctx, access, sourceProjectId);
  const { commitSha } = await getRevision(ctx, source, commit, 'Commit');
  await fetchFrom(repositoryOf(ctx, access), repositoryOf(ctx, source), [commitSha]);
  return commitSha;
}

async function apply(
  repo: string,
  input: Pick,
  commit: string,
  onto: string,
  committer: ReturnType<typeof committerOf>,
): Promise<string> {
  const message = input.message === undefined ? {} : { message: input.message };
  try {
    const outcome =
      input.how === 'cherry-pick'
        ? await cherryPick(repo, { onto, commit, committer, ...message })
        : await revertCommit(repo, { onto, commit, committer, author: committer, ...message });
    if (outcome.ok) return outcome.sha;
  } catch (error) {
    if (isGitError(error) && error.details['code'] === 'no_such_parent') {
      throw new AppError('merge_commit_needs_side', {}, { cause: error });
    }
    throw error;
  }
  throw new AppError('commit_not_applied', { action: input.how, name: input.branch });
}
