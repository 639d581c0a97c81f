import {
  facetsOfTokens,
  idsByName,
  listOf,
  savedViewsOf,
  searchOf,
  toPageLabel,
  toPageMilestone,
  toPageUser,
  toPageUserOrNull,
  valuesOf,
  wordMatcher,
} from '../../planning/index.ts';
import { toPageReviewer } from './page-reviewer.ts';
import type { CiStatus } from '@tributary/contract/ci/status.ts';
import type { MergeRequestListItem, MergeRequestsPageData } from '@tributary/contract/merge-requests/page.ts';
import type { ListFilterToken } from '@tributary/contract/planning/page.ts';
import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import type { Context } from '../../platform/context.ts';
import { countTasks } from '../../platform/markup/index.ts';
import { guard } from '../../platform/operation.ts';
import { can, isAllowed } from '../../platform/policy/policy.ts';
import { headStatuses, mayReadPipelines } from '../../ci/index.ts';
import { featureOf, type NamespaceAccess, type ProjectAccess } from '../../projects/index.ts';
import {
  canCreate,
  pathOf,
  countTabs,
  listMergeRequests,
  type MergeRequestView,
  findProjectAccesses,
  findPushedBranch,
  type ListQuery,
  orderOf,
  readListQuery,
  type MergeRequestFilter,
  type NegatableFilter,
  testedHeadOf,
} from '../../merge-requests/index.ts';

const PER_PAGE = 20;

export async function projectListPage(
  ctx: Context,
  access: ProjectAccess,
  query: URLSearchParams,
): Promise<MergeRequestsPageData> {
  guard(can(ctx.actor, 'read_merge_request', { ...featureOf(access, 'merge_requests'), resource: 'Page' }));
  const { project } = access;
  const newPath = `/${encodePath(project.full_path)}/-/merge_requests/new`;
  const mayCreate = canCreate(ctx.actor, access, access) === null;
  return {
    ...(await listPage(ctx, readListQuery(query), { projectId: project.id })),
    place: { type: 'project', fullPath: project.full_path, name: project.name },
    canCreate: mayCreate,
    newPath: mayCreate ? newPath : null,
    savedViews: await savedViewsOf(
      ctx,
      { kind: 'project', id: project.id, fullPath: project.full_path },
      'merge_requests',
    ),
    bulkUpdatePath: isAllowed(ctx.actor, 'admin_merge_request', featureOf(access, 'merge_requests'))
      ? `/${encodePath(project.full_path)}/-/merge_requests/bulk_update`
      : null,
    pushedBranch: await findPushedBranch(ctx, access),
  };
}

export async function groupListPage(
  ctx: Context,
  { namespace, policy }: NamespaceAccess,
  query: URLSearchParams,
): Promise<MergeRequestsPageData> {
  return {
    ...(await listPage(ctx, readListQuery(query), { namespaceId: namespace.id })),
    place: { type: 'group', fullPath: namespace.full_path, name: namespace.name },
    savedViews: await savedViewsOf(
      ctx,
      { kind: 'group', id: namespace.id, fullPath: namespace.full_path },
      'merge_requests',
    ),
    bulkUpdatePath: isAllowed(ctx.actor, 'admin_merge_request', policy)
      ? `/groups/${encodePath(namespace.full_path)}/-/merge_requests/bulk_update`
      : null,
    canCreate: false,
    newPath: null,
    pushedBranch: null,
  };
}

/** Everything the user may see; usually narrowed by the address to what is theirs. */
export async function dashboardListPage(ctx: Context, query: URLSearchParams): Promise<MergeRequestsPageData> {
  return {
    ...(await listPage(ctx, readListQuery(query), {})),
    place: null,
    bulkUpdatePath: null,
    savedViews: null,
    canCreate: false,
    newPath: null,
    pushedBranch: null,
  };
}

type Shared = Omit<
  MergeRequestsPageData,
  'place' | 'canCreate' | 'newPath' | 'bulkUpdatePath' | 'savedViews' | 'pushedBranch'
>;

async function listPage(ctx: Context, query: ListQuery, place: MergeRequestFilter): Promise<Shared> {
  const filter: MergeRequestFilter = { ...(await filterOfQuery(ctx, query)), ...place };
  const states = { opened: ['opened', 'locked'], merged: ['merged'], closed: ['closed'], all: undefined } as const;
  const [page, counts] = await Promise.all([
    listMergeRequests(
      ctx,
      { ...filter, states: states[query.state] },
      { page: query.page, perPage: PER_PAGE, order: orderOf(query.sort) },
    ),
    countTabs(ctx, filter),
  ]);
  const statuses = await pipelineStatuses(ctx, page.items);
  return {
    state: query.state,
    counts,
    items: page.items.map((view) => toItem(view, statuses.get(view.row.id) ?? null)),
    page: page.page,
    perPage: page.perPage,
    total: page.total,
    hasNext: page.hasNext,
    search: query.search,
    sort: query.sort,
    tokens: query.tokens,
  };
}

async function filterOfQuery(ctx: Context, query: ListQuery): Promise<MergeRequestFilter> {
  const positive = query.tokens.filter((token) => !token.isNegated);
  const negative = query.tokens.filter((token) => token.isNegated);
  const draft = query.tokens.find((token) => token.param === 'draft');
  return {
    ...(await facetsOf(ctx, positive)),
    ...(negative.length > 0 && { not: await facetsOf(ctx, negative) }),
    ...(draft && { isDraft: /^(yes|true|1)$/i.test(draft.value) !== draft.isNegated }),
    search: searchOf(query.search, undefined),
  };
}

async function facetsOf(ctx: Context, tokens: readonly ListFilterToken[]): Promise<NegatableFilter> {
  const [reviewers, sources, targets] = [
    valuesOf(tokens, 'reviewer_username'),
    valuesOf(tokens, 'source_branch'),
    valuesOf(tokens, 'target_branch'),
  ];
  return {
    ...(await facetsOfTokens(ctx, tokens)),
    reviewerIds: wordMatcher(reviewers) ?? (await idsByName(ctx, listOf(reviewers[0]))),
    ...(sources.length > 0 && { sourceBranches: sources }),
    ...(targets.length > 0 && { targetBranches: targets }),
  };
}

/** Of the newest versions of open merge requests, as far as the actor may see their pipelines. */
async function pipelineStatuses(ctx: Context, views: readonly MergeRequestView[]): Promise<Map<number, CiStatus>> {
  const open = views.map(({ row }) => row).filter(({ state }) => state === 'opened' || state === 'locked');
  const projectsOf = (row: MergeRequestView['row']) => [
    row.target_project_id,
    row.source_project_id ?? row.target_project_id,
  ];
  const accesses = await findProjectAccesses(ctx, open.flatMap(projectsOf));
  const isReadable = (id: number) => {
    const access = accesses.get(id);
    return access !== undefined && mayReadPipelines(ctx, access);
  };
  const heads = open.flatMap((row) =>
    row.head_sha === null ? [] : [testedHeadOf(row, row.head_sha, [...new Set(projectsOf(row))].filter(isReadable))],
  );
  return headStatuses(ctx, heads);
}

function toItem(view: MergeRequestView, pipelineStatus: CiStatus | null): MergeRequestListItem {
  const { row, project, counts } = view;
  return {
    id: row.id,
    iid: row.iid,
    title: row.title,
    path: pathOf(project.full_path, row.iid),
    state: row.state,
    draft: row.is_draft,
    author: toPageUserOrNull(view.author),
    assignees: view.assignees.map((user) => toPageUser(user)),
    reviewers: view.reviewers.map((reviewer) => toPageReviewer(reviewer)),
    labels: view.labels.map((label) => toPageLabel(label)),
    milestone: toPageMilestone(view.milestone),
    sourceBranch: row.source_branch,
    targetBranch: row.target_branch,
    showsTarget: row.target_branch !== project.default_branch,
    projectPath: project.full_path,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    mergedAt: row.merged_at?.toISOString() ?? null,
    mergedBy: toPageUserOrNull(view.mergedBy),
    closedAt: row.closed_at?.toISOString() ?? null,
    closedBy: toPageUserOrNull(view.closedBy),
    notesCount: counts.notes,
    threads: { total: counts.threads, resolved: counts.resolvedThreads },
    tasks: countTasks(row.description),
    addedLines: view.version?.added_lines ?? null,
    removedLines: view.version?.removed_lines ?? null,
    hasConflicts: view.readiness.hasConflicts && row.state === 'opened',
    detailedMergeStatus: view.readiness.status,
    pipelineStatus,
  };
}
