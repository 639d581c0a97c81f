import type { IssueListItem, IssuesPageData } from '@tributary/contract/planning/issue-page.ts';
import type { ListFilterToken } from '@tributary/contract/planning/page.ts';
import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import type { Context } from '../../../platform/context.ts';
import { guard } from '../../../platform/operation.ts';
import { can, isAllowed } from '../../../platform/policy/policy.ts';
import { countTasks } from '../../../platform/markup/index.ts';
import { type NamespaceAccess, type ProjectAccess, todayOf } from '../../../projects/index.ts';
import { wordMatcher } from '../../rules/matchers.ts';
import { facetsOfTokens, searchOf, valuesOf } from '../../shared/list-input.ts';
import { toPageLabel, toPageMilestone, toPageUser, toPageUserOrNull } from '../../shared/to-page-users.ts';
import { savedViewsOf } from '../../saved-views/change-saved-views.ts';
import { issuePath, issuesOf } from '../issue-access.ts';
import type { IssueView } from '../reads/issue-views.ts';
import { countIssueTabs, type IssueFilter, listIssues } from '../reads/list-issues.ts';
import { dueRange, dueWord } from '../rules/due-range.ts';
import { type IssueListQuery, orderOfSort, readIssueQuery } from '../rules/list-query.ts';
import type { IssueFacets } from '../store/listing.ts';

const PER_PAGE = 20;
/** Where they are put in order: further than a page nothing can be moved at once. */
const PER_PAGE_BY_HAND = 100;

export async function projectIssuesPage(
  ctx: Context,
  access: ProjectAccess,
  query: URLSearchParams,
): Promise<IssuesPageData> {
  guard(can(ctx.actor, 'read_issue', { ...issuesOf(access), resource: 'Page' }));
  const { project } = access;
  const asked = readIssueQuery(query);
  return {
    ...(await listPage(ctx, asked, { projectId: project.id })),
    canReorder: asked.sort === 'relative_position' && isAllowed(ctx.actor, 'admin_issue', issuesOf(access)),
    place: { type: 'project', fullPath: project.full_path, name: project.name },
    savedViews: await savedViewsOf(ctx, { kind: 'project', id: project.id, fullPath: project.full_path }, 'issues'),
    bulkUpdatePath: isAllowed(ctx.actor, 'admin_issue', issuesOf(access))
      ? `/${encodePath(project.full_path)}/-/issues/bulk_update`
      : null,
    newPath: isAllowed(ctx.actor, 'create_issue', issuesOf(access))
      ? `/${encodePath(project.full_path)}/-/issues/new`
      : null,
  };
}

export async function groupIssuesPage(
  ctx: Context,
  { namespace, policy }: NamespaceAccess,
  query: URLSearchParams,
): Promise<IssuesPageData> {
  return {
    ...(await listPage(ctx, readIssueQuery(query), { namespaceId: namespace.id })),
    canReorder: false,
    place: { type: 'group', fullPath: namespace.full_path, name: namespace.name },
    savedViews: await savedViewsOf(ctx, { kind: 'group', id: namespace.id, fullPath: namespace.full_path }, 'issues'),
    bulkUpdatePath: isAllowed(ctx.actor, 'admin_issue', policy)
      ? `/groups/${encodePath(namespace.full_path)}/-/issues/bulk_update`
      : null,
    newPath: null,
  };
}

/** Everything the user may see; usually narrowed by the address to what is theirs. */
export async function dashboardIssuesPage(ctx: Context, query: URLSearchParams): Promise<IssuesPageData> {
  return {
    ...(await listPage(ctx, readIssueQuery(query), {})),
    place: null,
    canReorder: false,
    bulkUpdatePath: null,
    savedViews: null,
    newPath: null,
  };
}

async function listPage(
  ctx: Context,
  query: IssueListQuery,
  place: IssueFilter,
): Promise<Omit<IssuesPageData, 'place' | 'canReorder' | 'bulkUpdatePath' | 'savedViews' | 'newPath'>> {
  const filter: IssueFilter = { ...(await filterOfQuery(ctx, query)), ...place };
  const states = query.state === 'all' ? undefined : [query.state];
  const perPage = query.sort === 'relative_position' ? PER_PAGE_BY_HAND : PER_PAGE;
  const request = { page: query.page, perPage, order: orderOfSort(query.sort) };
  const [page, counts] = await Promise.all([
    listIssues(ctx, { ...filter, states }, request),
    countIssueTabs(ctx, filter),
  ]);
  const today = todayOf(ctx);
  return {
    state: query.state,
    counts,
    items: page.items.map((view) => toItem(view, today)),
    page: page.page,
    perPage: page.perPage,
    total: page.total,
    hasNext: page.hasNext,
    search: query.search,
    sort: query.sort,
    tokens: query.tokens,
  };
}

async function filterOfQuery(ctx: Context, { tokens, search }: IssueListQuery): Promise<IssueFilter> {
  const negative = tokens.filter((token) => token.isNegated);
  const confidential = tokens.find((token) => token.param === 'confidential');
  const due = tokens.find((token) => token.param === 'due_date');
  return {
    ...(await facetsOf(
      ctx,
      tokens.filter((token) => !token.isNegated),
    )),
    ...(negative.length > 0 && { not: await facetsOf(ctx, negative) }),
    ...(confidential && { isConfidential: /^(yes|true|1)$/i.test(confidential.value) !== confidential.isNegated }),
    ...(due && dueFilter(ctx, due)),
    search: searchOf(search, undefined),
  };
}

/** A word that says no days is that of no issue. */
function dueFilter(ctx: Context, { value, isNegated }: ListFilterToken): IssueFilter {
  const word = dueWord(value);
  if (word === undefined) return { ids: [] };
  const due = dueRange(word, todayOf(ctx));
  return isNegated ? { notDue: due } : { due };
}

async function facetsOf(ctx: Context, tokens: readonly ListFilterToken[]): Promise<IssueFacets> {
  const weights = valuesOf(tokens, 'weight');
  const weight = Number(weights[0]);
  return {
    ...(await facetsOfTokens(ctx, tokens)),
    ...(weights.length > 0 && { weight: wordMatcher(weights) ?? (Number.isSafeInteger(weight) ? [weight] : []) }),
  };
}

function toItem(view: IssueView, today: string): IssueListItem {
  const { row, project, counts } = view;
  return {
    id: row.id,
    iid: row.iid,
    title: row.title,
    path: issuePath(project.full_path, row.iid),
    state: row.state,
    type: row.issue_type,
    confidential: row.is_confidential,
    author: toPageUserOrNull(view.author),
    assignees: view.assignees.map((user) => toPageUser(user)),
    labels: view.labels.map((label) => toPageLabel(label)),
    milestone: toPageMilestone(view.milestone),
    projectPath: project.full_path,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    dueDate: row.due_date,
    isOverdue: isOverdue(row, today),
    weight: row.weight,
    notesCount: counts.notes,
    mergeRequestsCount: view.mergeRequestsCount,
    blockingCount: view.blockingCount,
    tasks: countTasks(row.description),
  };
}

export function isOverdue(row: { state: string; due_date: string | null }, today: string): boolean {
  return row.state === 'opened' && row.due_date !== null && row.due_date < today;
}
