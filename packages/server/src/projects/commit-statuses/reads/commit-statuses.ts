import type {
  CommitState,
  CommitStatusSummary,
  CommitStatusView,
} from '@tributary/contract/projects/commit-statuses.ts';
import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { listUsersByIds } from '../../../accounts/index.ts';
import type { Context } from '../../../platform/context.ts';
import { combineStates } from '../rules/combine-states.ts';
import {
  type CommitStatusRow,
  countStatusRows,
  latestStates,
  listStatusRows,
  type StatusFilter,
} from '../store/status-store.ts';

export type NamedStatus = { row: CommitStatusRow; author: UserView | undefined };

export async function nameStatuses(ctx: Context, rows: readonly CommitStatusRow[]): Promise<NamedStatus[]> {
  const users = await listUsersByIds(
    ctx,
    rows.flatMap((row) => row.author_id ?? []),
  );
  const byId = new Map(users.map((user) => [user.id, user]));
  return rows.map((row) => ({ row, author: row.author_id === null ? undefined : byId.get(row.author_id) }));
}

export async function listStatuses(
  ctx: Context,
  projectId: number,
  filter: StatusFilter,
  request: PageRequest & { sort: 'asc' | 'desc' },
): Promise<Page<NamedStatus>> {
  const total = await countStatusRows(ctx.db, projectId, filter);
  const page = { limit: request.perPage, offset: (request.page - 1) * request.perPage, sort: request.sort };
  const rows = await listStatusRows(ctx.db, projectId, filter, page);
  return pageOf(await nameStatuses(ctx, rows), request, total);
}

/** How the newest reports on each commit stand; commits without any are left out. One query for all. */
export async function statusSummaries(
  ctx: Context,
  projectId: number,
  shas: readonly string[],
): Promise<ReadonlyMap<string, CommitStatusSummary>> {
  if (shas.length === 0) return new Map();
  const states = Map.groupBy(await latestStates(ctx.db, projectId, shas), (row) => row.sha);
  const summaries = new Map<string, CommitStatusSummary>();
  for (const [sha, rows] of states) {
    const summary = combineStates(rows.map((row) => row.state));
    if (summary) summaries.set(sha, summary);
  }
  return summaries;
}

export async function combinedState(ctx: Context, projectId: number, sha: string): Promise<CommitState | null> {
  return (await statusSummaries(ctx, projectId, [sha])).get(sha)?.state ?? null;
}

const MAX_SHOWN = 200;

/** The newest reports on one commit as its page shows them. */
export async function statusViews(ctx: Context, projectId: number, sha: string): Promise<CommitStatusView[]> {
  const page = { limit: MAX_SHOWN, offset: 0, sort: 'asc' } as const;
  const rows = await listStatusRows(ctx.db, projectId, { sha, includesOld: false }, page);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    ref: row.ref,
    state: row.state,
    description: row.description,
    targetUrl: row.target_url,
    reportedAt: row.updated_at.toISOString(),
  }));
}
