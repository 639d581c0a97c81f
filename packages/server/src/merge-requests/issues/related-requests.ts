import type { Extensions } from '../../platform/extensions.ts';
import { cachedPart } from '../reads/cached-parts.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import {
  assignSelf,
  defineRelatedRequests,
  type IssueView,
  type RelatedRequest,
  unassignedIssues,
  viewerOf,
  visibleIssues,
} from '../../planning/index.ts';
import { pathOf, referenceOf } from '../merge-request-access.ts';
import { listMergeRequests } from '../reads/list-merge-requests.ts';
import type { MergeRequestView } from '../reads/merge-request-views.ts';
import { countByIssue } from '../store/counts.ts';
import { listNamedIssues, listNamingRequests } from './named-issues-store.ts';

const MAX_RELATED = 100;
const NEWEST = { by: 'created_at', direction: 'desc' } as const;

/** Requests that name the issue, of those that the actor may see; `closing` keeps those whose merge closes it. */
export async function requestsNaming(
  ctx: Context,
  issueId: number,
  only: 'all' | 'closing',
): Promise<{ view: MergeRequestView; isClosing: boolean }[]> {
  const rows = (await listNamingRequests(ctx.db, [issueId])).filter((row) => only === 'all' || row.is_closing);
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.merge_request_id);
  const page = await listMergeRequests(ctx, { ids }, { page: 1, perPage: MAX_RELATED, order: NEWEST });
  const closing = new Set(rows.flatMap((row) => (row.is_closing ? row.merge_request_id : [])));
  return page.items.map((view) => ({ view, isClosing: closing.has(view.row.id) }));
}

/** Issues that the request names, or that its merge closes; confidential ones only for those who may read them. */
export async function issuesOfRequest(
  ctx: Context,
  mergeRequestId: number,
  only: 'all' | 'closing',
): Promise<IssueView[]> {
  const rows = await namedRows(ctx, mergeRequestId);
  return visibleIssues(
    ctx,
    rows.filter((row) => only === 'all' || row.is_closing).map((row) => row.issue_id),
  );
}

const namedRows = (ctx: Context, id: number) => cachedPart(ctx, id, 'named_issues', () => listNamedIssues(ctx.db, id));

export type NamedIssue = { view: IssueView; isClosing: boolean };

/** All issues that the request names, with those that its merge closes marked, as far as the reader may see them. */
export async function namedIssues(ctx: Context, mergeRequestId: number): Promise<NamedIssue[]> {
  const rows = await namedRows(ctx, mergeRequestId);
  if (rows.length === 0) return [];
  const closing = new Set(rows.flatMap((row) => (row.is_closing ? row.issue_id : [])));
  const views = await visibleIssues(ctx, rows.map((row) => row.issue_id)); // prettier-ignore
  return views.map((view) => ({ view, isClosing: closing.has(view.row.id) }));
}

/** Of these, the ones to close that the author of the request may still assign to themselves. */
export function issuesToAssign(ctx: Context, authorId: number | null, named: readonly NamedIssue[]): Promise<number[]> {
  if (authorId === null || actorId(ctx.actor) !== authorId) return Promise.resolve([]);
  const closing = named.filter(({ view, isClosing }) => isClosing && view.row.state === 'opened');
  return unassignedIssues(ctx, closing.filter(({ view }) => view.assignees.length === 0).map(({ view }) => view.row.id)); // prettier-ignore
}

/** Assigns the author of the request to the issues that its merge closes and that have no assignee. Gives how many. */
export async function assignClosingIssues(ctx: Context, request: { id: number; author_id: number | null }) {
  return assignSelf(ctx, await issuesToAssign(ctx, request.author_id, await namedIssues(ctx, request.id)));
}

function toRelated({ view, isClosing }: { view: MergeRequestView; isClosing: boolean }): RelatedRequest {
  const { row, project } = view;
  return {
    id: row.id,
    iid: row.iid,
    title: row.title,
    reference: referenceOf(project.full_path, row.iid),
    href: pathOf(project.full_path, row.iid),
    state: row.state,
    isDraft: row.is_draft,
    isClosing,
  };
}

export const issuesRelatedRequests: Extensions = [
  defineRelatedRequests({
    count: (ctx, issueIds) => countByIssue(ctx.db, viewerOf(ctx), issueIds),
    list: async (ctx, issueId) => (await requestsNaming(ctx, issueId, 'all')).map((each) => toRelated(each)),
  }),
];
