import { type Db, sql, type Tx } from '../../platform/db/database.ts';

type Database = Db | Tx;
export type NamedIssueRow = { merge_request_id: number; issue_id: number; is_closing: boolean };

/** Ids of issues by project path (null: this project) and number, whoever may see them. */
export async function findIssueIds(
  db: Database,
  projectId: number,
  wanted: readonly { path: string | undefined; iid: number }[],
): Promise<Map<string, number>> {
  if (wanted.length === 0) return new Map();
  const paths = wanted.map(({ path }) => path ?? null);
  const iids = wanted.map(({ iid }) => iid);
  const { rows } = await sql<{ path: string | null; iid: number; id: number }>`
    select w.path, w.iid, i.id from unnest(${paths}::text[], ${iids}::bigint[]) as w (path, iid)
    join projects here on here.id = ${projectId}
    join projects p on case
      when w.path is null then p.id = here.id
      when w.path like '%/%' then lower(p.full_path) = lower(w.path)
      else p.namespace_id = here.namespace_id and lower(p.path) = lower(w.path) end
    join issues i on i.project_id = p.id and i.iid = w.iid`.execute(db);
  return new Map(rows.map((row) => [`${row.path ?? ''}#${row.iid}`, row.id]));
}

/** Replaces what a merge request names. */
export async function setNamedIssues(
  db: Database,
  mergeRequestId: number,
  named: ReadonlyMap<number, boolean>,
): Promise<void> {
  await db.deleteFrom('merge_request_issues').where('merge_request_id', '=', mergeRequestId).execute();
  if (named.size === 0) return;
  await db
    .insertInto('merge_request_issues')
    .values(
      [...named].map(([issueId, isClosing]) => ({
        merge_request_id: mergeRequestId,
        issue_id: issueId,
        is_closing: isClosing,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function listNamedIssues(db: Database, mergeRequestId: number): Promise<NamedIssueRow[]> {
  return db
    .selectFrom('merge_request_issues')
    .selectAll()
    .where('merge_request_id', '=', mergeRequestId)
    .orderBy('issue_id')
    .execute();
}

export async function listNamingRequests(db: Database, issueIds: readonly number[]): Promise<NamedIssueRow[]> {
  if (issueIds.length === 0) return [];
  return db
    .selectFrom('merge_request_issues')
    .selectAll()
    .where('issue_id', 'in', [...issueIds])
    .orderBy('merge_request_id')
    .execute();
}
