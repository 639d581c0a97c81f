import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { VersionState, MergeRequestRow } from '../../merge-requests/index.ts';

type Database = Db | Tx;

export function listMergedAfter(db: Database, afterId: number, limit: number): Promise<MergeRequestRow[]> {
  return db
    .selectFrom('merge_requests')
    .selectAll()
    .where('state', '=', 'merged')
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export type VersionFacts = {
  id: number;
  number: number;
  projectId: number;
  iid: number;
  base: string;
  start: string;
  head: string;
  state: VersionState;
  createdAt: Date;
};

export async function listVersionsAfter(db: Database, afterId: number, limit: number): Promise<VersionFacts[]> {
  const { rows } = await sql<VersionFacts>`
    select v.id, v.number, m.target_project_id as "projectId", m.iid, v.base_sha as base, v.start_sha as start,
           v.head_sha as head, v.state, v.created_at as "createdAt"
    from merge_request_versions v join merge_requests m on m.id = v.merge_request_id
    where v.id > ${afterId} order by v.id limit ${limit}`.execute(db);
  return rows;
}

export async function listHeadMismatches(db: Database, limit: number): Promise<{ projectId: number; iid: number }[]> {
  const { rows } = await sql<{ projectId: number; iid: number }>`
    select m.target_project_id as "projectId", m.iid from merge_requests m
    left join merge_request_versions v on v.id = m.latest_version_id
    where v.head_sha is distinct from m.head_sha
       or v.number is distinct from (select max(o.number) from merge_request_versions o where o.merge_request_id = m.id)
    limit ${limit}`.execute(db);
  return rows;
}

export async function listBrokenCounters(db: Database, limit: number): Promise<{ projectId: number }[]> {
  const { rows } = await sql<{ projectId: number }>`
    select m.target_project_id as "projectId" from merge_requests m
    left join merge_request_counters c on c.project_id = m.target_project_id
    group by 1, c.last_iid having max(m.iid) > coalesce(c.last_iid, 0) limit ${limit}`.execute(db);
  return rows;
}

export async function listBrokenThreads(db: Database, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from discussions d
    left join lateral (
      select count(*) filter (where n.resolvable) as resolvable,
             count(*) filter (where n.resolvable and n.resolved_at is null) as open, count(*) as notes
      from notes n where n.discussion_id = d.id) s on true
    where s.notes = 0 or d.is_resolvable <> (s.resolvable > 0)
       or (d.resolved_at is not null) <> (s.resolvable > 0 and s.open = 0) limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}
