import type { RefSwitcherAnswer } from '@tributary/contract/projects/repository-views.ts';
import { listBranches, listTags } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { loadBranchRights } from '../protection/branch-rights.ts';

const LIMIT = 100;

/** Branches and tags whose names hold the text; exact matches and the default branch first. */
export async function searchRefs(ctx: Context, access: ProjectAccess, search: string): Promise<RefSwitcherAnswer> {
  const repo = repositoryOf(ctx, access);
  const text = search.slice(0, 250);
  const options = { limit: LIMIT, sort: 'updated_desc' as const, ...(text !== '' && { search: text }) };
  const [branches, tags, rights] = await Promise.all([
    listBranches(repo, options),
    listTags(repo, options),
    loadBranchRights(ctx, access),
  ]);
  const main = access.project.default_branch;
  const rank = (name: string) => (name === text ? 0 : name === main ? 1 : 2);
  return {
    branches: branches.refs
      .map(({ name }) => ({ name, isDefault: name === main, isProtected: rights.isProtected(name) }))
      .toSorted((a, b) => rank(a.name) - rank(b.name)),
    tags: tags.refs.map(({ name }) => ({ name })).toSorted((a, b) => rank(a.name) - rank(b.name)),
    hasMoreBranches: branches.nextCursor !== null,
    hasMoreTags: tags.nextCursor !== null,
  };
}
