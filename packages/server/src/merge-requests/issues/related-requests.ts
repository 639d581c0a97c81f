import type { Context } from '../../platform/context.ts';
import {
  defineRelatedRequests,
  type IssueView,
  type RelatedRequest,
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
  const rows = await listNamedIssues(ctx.db, mergeRequestId);
  return visibleIssues(
    ctx,
    rows.filter((row) => only === 'all' || row.is_closing).map((row) => row.issue_id),
  );
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

defineRelatedRequests({
  count: (ctx, issueIds) => countByIssue(ctx.db, viewerOf(ctx), issueIds),
  list: async (ctx, issueId) => (await requestsNaming(ctx, issueId, 'all')).map((each) => toRelated(each)),
});
