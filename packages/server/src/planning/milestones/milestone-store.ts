import type { Insertable, RawBuilder, Selectable, Updateable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { MilestoneTable } from '../tables.ts';

export type MilestoneRow = Selectable<MilestoneTable>;
export type MilestoneRecord = MilestoneRow & { owner_name: string; owner_full_path: string };

export type MilestoneQuery = {
  owners: { projectIds: number[]; groupIds: number[] };
  /** With milestones of everything below this group, if visible by the two conditions. */
  belowGroupId?: number | undefined;
  /** Condition on namespaces `n`, for milestones found below a group. */
  namespaceIsVisible?: RawBuilder<boolean> | undefined;
  /** Condition on projects `p`, for milestones found below a group or anywhere. */
  projectIsVisible?: RawBuilder<boolean> | undefined;
  state?: 'active' | 'closed' | undefined;
  iids?: readonly number[] | undefined;
  ids?: readonly number[] | undefined;
  title?: string | undefined;
  titles?: readonly string[] | undefined;
  search?: string | undefined;
  /** Only in titles. */
  searchTitle?: string | undefined;
  /** Days that the milestone must touch, as `YYYY-MM-DD`. */
  from?: string | undefined;
  to?: string | undefined;
  updatedAfter?: Date | undefined;
  updatedBefore?: Date | undefined;
};

export type MilestoneSort = 'due_date_asc' | 'due_date_desc' | 'title_asc' | 'updated_desc';

const ORDER: Record<MilestoneSort, RawBuilder<unknown>> = {
  due_date_asc: sql`m.due_date asc nulls last, m.id asc`,
  due_date_desc: sql`m.due_date desc nulls last, m.id desc`,
  title_asc: sql`lower(m.title), m.id`,
  updated_desc: sql`m.updated_at desc, m.id desc`,
};

const FROM = sql`milestones m left join projects p on p.id = m.project_id left join namespaces n on n.id = m.namespace_id`;

/** The text anywhere, for `ilike`. */
const patternOf = (text: string): string => `%${text.replace(/[\\%_]/g, (char) => `\\${char}`)}%`;

function where(query: MilestoneQuery): RawBuilder<unknown> {
  const below =
    query.belowGroupId === undefined
      ? sql`false`
      : sql`(m.namespace_id in (select n.id from namespaces n where n.traversal_ids @> array[${query.belowGroupId}::bigint]
            and ${query.namespaceIsVisible ?? sql`false`})
          or (p.namespace_id in (select id from namespaces where traversal_ids @> array[${query.belowGroupId}::bigint])
            and ${query.projectIsVisible ?? sql`false`}))`;
  const { owners } = query;
  const all = [sql`(m.project_id = any(${owners.projectIds}) or m.namespace_id = any(${owners.groupIds}) or ${below})`];
  if (query.state) all.push(sql`m.state = ${query.state}`);
  if (query.iids) all.push(sql`m.iid = any(${[...query.iids]})`);
  if (query.ids) all.push(sql`m.id = any(${[...query.ids]})`);
  if (query.title !== undefined) all.push(sql`m.title = ${query.title}`);
  if (query.titles) all.push(sql`m.title = any(${[...query.titles]})`);
  if (query.search) {
    const pattern = patternOf(query.search);
    all.push(sql`(m.title ilike ${pattern} or m.description ilike ${pattern})`);
  }
  if (query.searchTitle) all.push(sql`m.title ilike ${patternOf(query.searchTitle)}`);
  if (query.from !== undefined && query.to !== undefined) {
    all.push(sql`(m.start_date is not null or m.due_date is not null)
      and (m.start_date is null or m.start_date <= ${query.to}::date)
      and (m.due_date is null or m.due_date >= ${query.from}::date)`);
  }
  if (query.updatedAfter) all.push(sql`m.updated_at > ${query.updatedAfter}`);
  if (query.updatedBefore) all.push(sql`m.updated_at < ${query.updatedBefore}`);
  return sql.join(all, sql` and `);
}

export async function listMilestoneRecords(
  db: Db | Tx,
  query: MilestoneQuery,
  page: { sort: MilestoneSort; offset: number; limit: number },
): Promise<{ rows: MilestoneRecord[]; total: number }> {
  const { rows } = await sql<MilestoneRecord>`
    select m.*, coalesce(p.name, n.name) as owner_name, coalesce(p.full_path, n.full_path) as owner_full_path
    from ${FROM} where ${where(query)} order by ${ORDER[page.sort]} limit ${page.limit} offset ${page.offset}`.execute(
    db,
  );
  const count = await sql<{ total: number }>`select count(*)::int as total from ${FROM} where ${where(query)}`.execute(
    db,
  );
  return { rows, total: count.rows[0]?.total ?? 0 };
}

export async function countMilestones(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from milestones`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function countMilestonesByState(
  db: Db | Tx,
  query: MilestoneQuery,
): Promise<{ active: number; closed: number }> {
  const { rows } = await sql<{ active: number; closed: number }>`
    select count(*) filter (where m.state = 'active')::int as active, count(*) filter (where m.state = 'closed')::int as closed
    from ${FROM} where ${where(query)}`.execute(db);
  return rows[0] ?? { active: 0, closed: 0 };
}

/** Whatever the place; in the order of `ids`. */
export async function milestoneRecordsByIds(db: Db | Tx, ids: readonly number[]): Promise<MilestoneRecord[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<MilestoneRecord>`
    select m.*, coalesce(p.name, n.name) as owner_name, coalesce(p.full_path, n.full_path) as owner_full_path
    from ${FROM} where m.id = any(${[...ids]})`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Visible milestones of visible projects and groups anywhere, for search. */
export async function searchMilestoneRecords(
  db: Db | Tx,
  query: {
    text: string;
    project: RawBuilder<boolean>;
    namespace: RawBuilder<boolean>;
    withinProject?: number;
    belowGroup?: number;
  },
  page: { offset: number; limit: number },
): Promise<{ rows: MilestoneRecord[]; total: number }> {
  const pattern = patternOf(query.text);
  const all = [
    sql`(m.title ilike ${pattern} or m.description ilike ${pattern})`,
    sql`((m.project_id is not null and ${query.project}) or (m.namespace_id is not null and ${query.namespace}))`,
  ];
  if (query.withinProject !== undefined) all.push(sql`m.project_id = ${query.withinProject}`);
  if (query.belowGroup !== undefined) {
    all.push(sql`coalesce(m.namespace_id, p.namespace_id) in
      (select id from namespaces where traversal_ids @> array[${query.belowGroup}::bigint])`);
  }
  const condition = sql.join(all, sql` and `);
  const { rows } = await sql<MilestoneRecord>`
    select m.*, coalesce(p.name, n.name) as owner_name, coalesce(p.full_path, n.full_path) as owner_full_path
    from ${FROM} where ${condition} order by m.updated_at desc, m.id desc limit ${page.limit} offset ${page.offset}`.execute(
    db,
  );
  const count = await sql<{ total: number }>`select count(*)::int as total from ${FROM} where ${condition}`.execute(db);
  return { rows, total: count.rows[0]?.total ?? 0 };
}

/** Titles of milestones of visible projects and groups anywhere: those that begin with the text first, then by the alphabet. */
export async function listKnownMilestoneTitles(
  db: Db | Tx,
  query: { text: string; project: RawBuilder<boolean>; namespace: RawBuilder<boolean> },
  limit: number,
): Promise<string[]> {
  const text = query.text.toLowerCase();
  const { rows } = await sql<{ title: string }>`
    select m.title from ${FROM} where strpos(lower(m.title), ${text}) > 0
      and ((m.project_id is not null and ${query.project}) or (m.namespace_id is not null and ${query.namespace}))
    group by m.title order by starts_with(lower(m.title), ${text}) desc, lower(m.title), m.title limit ${limit}`.execute(
    db,
  );
  return rows.map((row) => row.title);
}

/** The next number in this place; two writers never get the same one. */
export async function nextMilestoneIid(
  db: Db | Tx,
  owner: { projectId: number } | { groupId: number },
): Promise<number> {
  const values =
    'projectId' in owner
      ? { project_id: owner.projectId, namespace_id: null, last_iid: 1 }
      : { project_id: null, namespace_id: owner.groupId, last_iid: 1 };
  const row = await db
    .insertInto('milestone_counters')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .column('projectId' in owner ? 'project_id' : 'namespace_id')
        .doUpdateSet({ last_iid: sql<number>`milestone_counters.last_iid + 1` }),
    )
    .returning('last_iid')
    .executeTakeFirstOrThrow();
  return row.last_iid;
}

export async function insertMilestone(db: Db | Tx, row: Insertable<MilestoneTable>): Promise<MilestoneRow> {
  return db.insertInto('milestones').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Holds it until the transaction ends: whoever changes it next sees what this one made of it. */
export async function lockMilestone(db: Db | Tx, id: number): Promise<void> {
  await db.selectFrom('milestones').select('id').where('id', '=', id).forUpdate().execute();
}

export async function updateMilestoneRow(db: Db | Tx, id: number, changes: Updateable<MilestoneTable>): Promise<void> {
  await db
    .updateTable('milestones')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Milestones of this title in projects of the group and its subgroups, locked until the transaction ends. */
export async function lockProjectMilestonesBelow(db: Db | Tx, groupId: number, title: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from milestones m join projects p on p.id = m.project_id join namespaces n on n.id = p.namespace_id
    where m.title = ${title} and n.traversal_ids @> array[${groupId}::bigint] order by m.id for update of m`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export async function deleteMilestoneRow(db: Db | Tx, id: number): Promise<void> {
  await db.deleteFrom('milestones').where('id', '=', id).execute();
}

/** Issues of a project in these milestones that are not confidential, the oldest first. */
export async function listIssuesOfMilestones(
  db: Db | Tx,
  { projectId, milestoneIds, limit }: { projectId: number; milestoneIds: readonly number[]; limit: number },
) {
  const rows = await db
    .selectFrom('issues')
    .select(['id', 'iid', 'title', 'description', 'state', 'created_at', 'due_date', 'milestone_id'])
    .where('project_id', '=', projectId)
    .where('milestone_id', 'in', [...milestoneIds])
    .where('is_confidential', '=', false)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.flatMap(({ milestone_id: id, ...row }) => (id === null ? [] : [{ ...row, milestone_id: id }]));
}
