import type { BranchesPageData, BranchRow, BranchTab } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { type BranchRef, branchRef, listBranches, readRef } from '@tributary/git';
import { errorText } from '@tributary/contract/errors/catalogue.ts';
import type { Context } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { type BranchRights, loadBranchRights } from '../protection/branch-rights.ts';
import { commitSummaries } from '../views/commit-views.ts';
import { commitPipelines } from '../commit-registry.ts';
import { branchRequests } from '../commit-registry.ts';

const STALE_AFTER_MS = 90 * 86_400_000;
const OVERVIEW_COUNT = 5;
const PER_PAGE = 20;
/** Branches looked at to tell active from stale ones. */
const MAX_LOOKED_AT = 1_000;

export type BranchesQuery = {
  tab: BranchTab;
  search: string;
  sort: BranchesPageData['sort'];
  page: number;
};

export function readBranchesQuery(path: string | undefined, query: URLSearchParams): BranchesQuery {
  const tabs: readonly BranchTab[] = ['overview', 'active', 'stale', 'all'];
  const sorts: readonly BranchesQuery['sort'][] = ['name_asc', 'updated_asc', 'updated_desc'];
  const search = (query.get('search') ?? '').trim().slice(0, 250);
  const asked = tabs.find((tab) => tab === (path ?? query.get('state')));
  const page = Number(query.get('page') ?? 1);
  return {
    // A search looks everywhere.
    tab: asked ?? (search === '' ? 'overview' : 'all'),
    search,
    sort: sorts.find((sort) => sort === query.get('sort')) ?? 'updated_desc',
    page: Number.isInteger(page) && page > 0 && page < 10_000 ? page : 1,
  };
}

type Slice = { kind: 'active' | 'stale' | 'all'; refs: BranchRef[]; more: boolean };

export async function loadBranchesPage(
  ctx: Context,
  access: ProjectAccess,
  query: BranchesQuery,
): Promise<BranchesPageData> {
  const repo = repositoryOf(ctx, access);
  const project = access.project.full_path;
  const rights = await loadBranchRights(ctx, access);
  const { slices, pager, total } = await pick(ctx, repo, query);
  const rows = await branchRows(
    ctx,
    access,
    rights,
    slices.flatMap((slice) => slice.refs),
  );
  const byName = new Map(rows.map((row) => [row.name, row]));
  const mayPush = isAllowed(ctx.actor, 'push_code', featureOf(access, 'repository'));
  return {
    projectId: access.project.id,
    projectPath: project,
    defaultBranch: access.project.default_branch,
    tab: query.tab,
    search: query.search,
    sort: query.sort,
    sections: slices.map((slice) => ({
      kind: slice.kind,
      branches: slice.refs.flatMap((ref) => byName.get(ref.name) ?? []),
      moreHref: slice.more ? `${repositoryPaths.branches(project)}?state=${slice.kind}` : null,
    })),
    pager,
    total,
    divergencePath: `${repositoryPaths.branches(project)}/diverging_commit_counts`,
    can: { create: mayPush, deleteMerged: mayPush },
    newBranchRefsPath: repositoryPaths.refs(project),
  };
}

async function pick(
  ctx: Context,
  repo: string,
  query: BranchesQuery,
): Promise<{ slices: Slice[]; pager: BranchesPageData['pager']; total: number }> {
  const search = query.search === '' ? {} : { search: query.search };
  const start = (query.page - 1) * PER_PAGE;
  if (query.tab === 'all') {
    const page = await listBranches(repo, { ...search, sort: query.sort, limit: PER_PAGE, offset: start });
    const pager = { page: query.page, perPage: PER_PAGE, total: page.total, hasNext: page.nextCursor !== null };
    return { slices: [{ kind: 'all', refs: page.refs, more: false }], pager, total: page.total };
  }
  const cutoff = ctx.clock.now().getTime() - STALE_AFTER_MS;
  const isStale = (ref: BranchRef) => ref.commit.committer.epochSeconds * 1_000 < cutoff;
  const newest = await listBranches(repo, { ...search, sort: 'updated_desc', limit: MAX_LOOKED_AT });
  // Only where there are more than one look can hold do the oldest have to be asked for as well.
  const oldest =
    newest.nextCursor === null
      ? newest.refs
      : (await listBranches(repo, { ...search, sort: 'updated_asc', limit: MAX_LOOKED_AT })).refs.toReversed();
  const active = newest.refs.filter((ref) => !isStale(ref));
  const stale = oldest.filter(isStale);
  if (query.tab === 'overview') {
    const slices: Slice[] = [
      { kind: 'active', refs: active.slice(0, OVERVIEW_COUNT), more: active.length > OVERVIEW_COUNT },
      { kind: 'stale', refs: stale.slice(0, OVERVIEW_COUNT), more: stale.length > OVERVIEW_COUNT },
    ];
    return { slices, pager: null, total: newest.total };
  }
  const all = query.tab === 'active' ? active : stale;
  const pager = { page: query.page, perPage: PER_PAGE, total: all.length, hasNext: start + PER_PAGE < all.length };
  return {
    slices: [{ kind: query.tab, refs: all.slice(start, start + PER_PAGE), more: false }],
    pager,
    total: newest.total,
  };
}

/** Branches of one page that are part of the default branch already. */
export async function mergedNames(
  repo: string,
  defaultBranch: string | null,
  names: readonly string[],
): Promise<Set<string>> {
  if (defaultBranch === null || names.length === 0) return new Set();
  const main = await readRef(repo, branchRef(defaultBranch));
  if (main === undefined) return new Set();
  const merged = await listBranches(repo, { mergedInto: main, names, limit: names.length });
  return new Set(merged.refs.map((ref) => ref.name));
}

async function branchRows(
  ctx: Context,
  access: ProjectAccess,
  rights: BranchRights,
  refs: readonly BranchRef[],
): Promise<BranchRow[]> {
  const project = access.project.full_path;
  const main = access.project.default_branch;
  const names = refs.map((ref) => ref.name);
  const [summaries, pipelines, merged, requests] = await Promise.all([
    commitSummaries(
      ctx,
      access,
      refs.map((ref) => ref.commit),
    ),
    commitPipelines().ofRefs(ctx, access, { isTag: false, refs }),
    mergedNames(repositoryOf(ctx, access), main, names),
    branchRequests(ctx, { sourceProjectId: access.project.id, branches: names }),
  ]);
  return refs.flatMap((ref, at) => {
    const commit = summaries[at];
    if (!commit) return [];
    const isDefault = ref.name === main;
    const refusal = rights.refusal(ref.name, 'delete');
    const hasOther = !isDefault && main !== null;
    return {
      name: ref.name,
      href: repositoryPaths.tree(project, ref.name),
      sha: ref.sha,
      isDefault,
      isProtected: rights.isProtected(ref.name),
      isMerged: !isDefault && merged.has(ref.name),
      commit: { ...commit, status: pipelines.get(ref.name) ?? commit.status },
      compareHref: hasOther ? repositoryPaths.compare(project, main, ref.name) : null,
      mergeRequest: requests.get(ref.name) ?? null,
      newMergeRequestHref: hasOther ? repositoryPaths.newMergeRequest(project, ref.name, main) : null,
      canDelete: refusal === null,
      deleteRefusal: refusal === null ? null : errorText(refusal.code, refusal.params),
    };
  });
}
