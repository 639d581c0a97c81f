import { AppError } from '@tributary/contract/errors/app-error.ts';
import { branchRef, isEmptyRepository, isFullRef, isGitError, listBranches, readRef, ZERO_OID } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { defineOperation } from '../../platform/operation.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { canPushToBranch, loadBranchRights } from '../protection/branch-rights.ts';
import { assertNewBranchName, moveRefs, updateBranch } from '../ref-updates/update-branch.ts';
import { findRevision } from '../visible-objects.ts';
import { createCommit } from './create-commit.ts';
import { loadForWriting, pushRefusal } from './load-for-writing.ts';

export type NewBranch = { projectId: number; name: string; ref: string };

/** A branch at what another ref points at. */
export const createBranch = defineOperation<NewBranch, ProjectAccess, { name: string; sha: string }>({
  name: 'branch.create',
  transaction: false,
  load: (ctx, input) => loadForWriting(ctx, input.projectId),
  check: (ctx, access, input) => canPushToBranch(ctx, access, input.name, 'create'),
  run: async (ctx, access, input) => {
    const repo = repositoryOf(ctx, access);
    await assertNewBranchName(repo, input.name);
    if ((await readRef(repo, branchRef(input.name))) !== undefined) throw new AppError('branch_exists');
    const first = await startDefaultBranch(ctx, access, input);
    if (first !== undefined && input.name === access.project.default_branch) return { name: input.name, sha: first };
    const from = await findRevision(ctx, access, first ?? input.ref);
    if (!from) throw new AppError('ref_not_found', { name: input.ref });
    try {
      await updateBranch(ctx, access, { branch: input.name, oldSha: ZERO_OID, newSha: from.commitSha });
    } catch (error) {
      // Someone made it in the same moment.
      if (error instanceof AppError && error.code === 'ref_changed')
        throw new AppError('branch_exists', {}, { cause: error });
      throw error;
    }
    return { name: input.name, sha: from.commitSha };
  },
});

/**
 * The first branch of an empty repository starts from its default branch, which then gets an empty README. Gives that
 * commit; undefined where there is something already, or where another ref was named.
 */
async function startDefaultBranch(ctx: Context, access: ProjectAccess, input: NewBranch): Promise<string | undefined> {
  const main = access.project.default_branch;
  if (main === null || !access.project.is_empty || (input.ref !== main && input.ref !== branchRef(main)))
    return undefined;
  if (!(await isEmptyRepository(repositoryOf(ctx, access)))) return undefined;
  const made = await createCommit(ctx, {
    projectId: access.project.id,
    branch: main,
    message: 'Add README.md',
    actions: [{ action: 'create', path: 'README.md', content: Buffer.alloc(0) }],
  });
  return made.sha;
}

export type BranchToDelete = { projectId: number; name: string };

export const deleteBranch = defineOperation<BranchToDelete, ProjectAccess, void>({
  name: 'branch.delete',
  transaction: false,
  load: (ctx, input) => loadForWriting(ctx, input.projectId),
  check: (ctx, access, input) => canPushToBranch(ctx, access, input.name, 'delete'),
  run: async (ctx, access, input) => {
    const ref = branchRef(input.name);
    const sha = isFullRef(ref) ? await readRef(repositoryOf(ctx, access), ref) : undefined;
    if (sha === undefined) throw new AppError('not_found', { resource: 'Branch' });
    await updateBranch(ctx, access, { branch: input.name, oldSha: sha, newSha: ZERO_OID });
  },
});

const MAX_AT_ONCE = 1_000;

/** Removes every branch that is part of the default one and is not protected; gives their names. */
export const deleteMergedBranches = defineOperation<{ projectId: number }, ProjectAccess, string[]>({
  name: 'branch.delete_merged',
  transaction: false,
  load: (ctx, input) => loadForWriting(ctx, input.projectId),
  check: (ctx, access) => pushRefusal(ctx, access),
  run: async (ctx, access) => {
    const repo = repositoryOf(ctx, access);
    const main = access.project.default_branch;
    const tip = main === null ? undefined : await readRef(repo, branchRef(main));
    if (tip === undefined) return [];
    const rights = await loadBranchRights(ctx, access);
    const merged = await listBranches(repo, { mergedInto: tip, limit: MAX_AT_ONCE });
    const names: string[] = [];
    for (const branch of merged.refs) {
      if (rights.refusal(branch.name, 'delete') !== null) continue;
      // One by one: a branch that moves meanwhile stays, and the others still go.
      try {
        await moveRefs(ctx, access, [{ ref: branch.ref, oldSha: branch.sha, newSha: ZERO_OID }]);
        names.push(branch.name);
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'ref_changed') && !isGitError(error, 'stale_ref'))
          throw error;
      }
    }
    return names;
  },
});
