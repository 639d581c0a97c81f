import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { Viewer } from '../../planning/index.ts';
import { conditions, type MergeRequestFilter } from './listing.ts';

/** Requests by label, of those the viewer may see. */
export async function countByLabel(
  db: Db | Tx,
  viewer: Viewer,
  filter: MergeRequestFilter,
  labelIds: readonly number[],
): Promise<Map<number, number>> {
  if (labelIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; count: number }>`
    select x.label_id as id, count(*)::int as count
    from merge_requests m join projects p on p.id = m.target_project_id
    join merge_request_labels x on x.merge_request_id = m.id
    where x.label_id = any(${[...labelIds]}::bigint[]) and ${conditions(viewer, filter)} group by 1`.execute(db);
  return new Map(rows.map((row) => [row.id, row.count]));
}

/** By issue: requests that name it, of those that the viewer may see. */
export async function countByIssue(
  db: Db | Tx,
  viewer: Viewer,
  issueIds: readonly number[],
): Promise<Map<number, number>> {
  if (issueIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; count: number }>`
    select x.issue_id as id, count(*)::int as count
    from merge_requests m join projects p on p.id = m.target_project_id
    join merge_request_issues x on x.merge_request_id = m.id
    where x.issue_id = any(${[...issueIds]}::bigint[]) and ${conditions(viewer, {})} group by 1`.execute(db);
  return new Map(rows.map((row) => [row.id, row.count]));
}
