import { type Db, sql, type Tx } from '../../platform/db/database.ts';

/** Commits that versions of the project's merge requests list, or that were talked about, by the beginning of their ids; ambiguous ones are left out. */
export async function findCommitsByPrefix(
  db: Db | Tx,
  projectId: number,
  prefixes: readonly string[],
): Promise<Map<string, { sha: string; title: string }>> {
  const wanted = prefixes.filter((prefix) => /^[0-9a-f]{7,40}$/.test(prefix));
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<{ prefix: string; sha: string; title: string; matches: number }>`
    with wanted as (select prefix from unnest(${wanted}::text[]) as x(prefix)),
    known as (
      select x.prefix, c.sha, split_part(c.message, E'\\n', 1) as title from wanted x
      join merge_request_version_commits c on c.sha >= x.prefix and c.sha < x.prefix || 'g'
      join merge_request_versions v on v.id = c.version_id
      join merge_requests m on m.id = v.merge_request_id and m.target_project_id = ${projectId}
      union all
      select x.prefix, d.sha, d.title from wanted x
      join discussed_commits d on d.project_id = ${projectId} and d.sha >= x.prefix and d.sha < x.prefix || 'g'
      where d.title is not null)
    select prefix, min(sha) as sha, min(title) as title, count(distinct sha)::int as matches from known
    group by 1`.execute(db);
  return new Map(
    rows.filter((row) => row.matches === 1).map((row) => [row.prefix, { sha: row.sha, title: row.title }]),
  );
}
