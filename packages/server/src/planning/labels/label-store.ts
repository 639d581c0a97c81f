import type { Insertable, RawBuilder, Selectable, Updateable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { LabelTable } from '../tables.ts';
import { labelIsSubscribed } from './subscription-store.ts';

export type LabelRow = Selectable<LabelTable>;
/** With its priority in the project asked about, and the name and path of what it belongs to. */
export type LabelRecord = LabelRow & { priority: number | null; owner_name: string; owner_full_path: string };

export type LabelOwners = { projectIds: number[]; groupIds: number[] };

export type LabelQuery = {
  owners: LabelOwners;
  /** Whose priorities count. */
  projectId?: number | undefined;
  /** With labels of the groups below this one, if visible by `namespaceIsVisible`. */
  belowGroupId?: number | undefined;
  /** Condition on namespaces `n`, for labels found below a group. */
  namespaceIsVisible?: RawBuilder<boolean> | undefined;
  search?: string | undefined;
  names?: readonly string[] | undefined;
  ids?: readonly number[] | undefined;
  archived?: boolean | undefined;
  /** Only those that this user hears of, in the project or in all that use them. */
  subscribedBy?: number | undefined;
};

function where(query: LabelQuery): RawBuilder<unknown> {
  const { owners } = query;
  const below =
    query.belowGroupId === undefined
      ? sql`false`
      : sql`(l.namespace_id in (select n.id from namespaces n where n.traversal_ids @> array[${query.belowGroupId}::bigint]
          and ${query.namespaceIsVisible ?? sql`false`}))`;
  const all = [sql`(l.project_id = any(${owners.projectIds}) or l.namespace_id = any(${owners.groupIds}) or ${below})`];
  if (query.search) {
    const pattern = `%${query.search.replace(/[\\%_]/g, (char) => `\\${char}`)}%`;
    all.push(sql`(l.name ilike ${pattern} or l.description ilike ${pattern})`);
  }
  if (query.names) all.push(sql`l.name = any(${[...query.names]})`);
  if (query.ids) all.push(sql`l.id = any(${[...query.ids]})`);
  if (query.archived !== undefined) all.push(sql`l.archived = ${query.archived}`);
  if (query.subscribedBy !== undefined) all.push(labelIsSubscribed(query.subscribedBy, query.projectId ?? null));
  return sql.join(all, sql` and `);
}

function records(projectId: number | undefined): RawBuilder<unknown> {
  return sql`select l.*, pr.priority, coalesce(p.name, n.name) as owner_name, coalesce(p.full_path, n.full_path) as owner_full_path
    from labels l left join projects p on p.id = l.project_id left join namespaces n on n.id = l.namespace_id
    left join label_priorities pr on pr.label_id = l.id and pr.project_id = coalesce(${projectId ?? null}::bigint, l.project_id)`;
}

export async function listLabelRecords(
  db: Db | Tx,
  query: LabelQuery,
  page: { offset: number; limit: number },
): Promise<{ rows: LabelRecord[]; total: number }> {
  const { rows } = await sql<LabelRecord>`${records(query.projectId)} where ${where(query)}
    order by lower(l.name), l.id limit ${page.limit} offset ${page.offset}`.execute(db);
  const count = await sql<{ total: number }>`select count(*)::int as total from labels l where ${where(query)}`.execute(
    db,
  );
  return { rows, total: count.rows[0]?.total ?? 0 };
}

/** In the order of `ids`; ids of nothing are left out. Whatever the place. */
export async function labelRecordsByIds(db: Db | Tx, ids: readonly number[]): Promise<LabelRecord[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<LabelRecord>`${records(undefined)} where l.id = any(${[...ids]})`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Names of labels of visible projects and groups anywhere: those that begin with the text first, then by the alphabet. */
export async function listKnownLabelNames(
  db: Db | Tx,
  query: { text: string; project: RawBuilder<boolean>; namespace: RawBuilder<boolean> },
  limit: number,
): Promise<string[]> {
  const text = query.text.toLowerCase();
  const { rows } = await sql<{ name: string }>`
    select l.name from labels l left join projects p on p.id = l.project_id left join namespaces n on n.id = l.namespace_id
    where strpos(lower(l.name), ${text}) > 0
      and ((l.project_id is not null and ${query.project}) or (l.namespace_id is not null and ${query.namespace}))
    group by l.name order by starts_with(lower(l.name), ${text}) desc, lower(l.name), l.name limit ${limit}`.execute(
    db,
  );
  return rows.map((row) => row.name);
}

export async function insertLabel(db: Db | Tx, row: Insertable<LabelTable>): Promise<LabelRow> {
  return db.insertInto('labels').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Makes the labels that are missing, whoever else does the same at this moment. */
export async function insertMissingLabels(
  db: Db | Tx,
  projectId: number,
  names: readonly string[],
  color: string,
): Promise<LabelRow[]> {
  if (names.length === 0) return [];
  return db
    .insertInto('labels')
    .values(names.map((name) => ({ project_id: projectId, namespace_id: null, name, color })))
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'name'])
        .where('project_id', 'is not', null)
        .doUpdateSet({ updated_at: sql<Date>`labels.updated_at` }),
    )
    .returningAll()
    .execute();
}

export async function updateLabelRow(db: Db | Tx, id: number, changes: Updateable<LabelTable>): Promise<void> {
  await db
    .updateTable('labels')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteLabelRow(db: Db | Tx, id: number): Promise<void> {
  await db.deleteFrom('labels').where('id', '=', id).execute();
}

/** Labels of this name in projects of the group and its subgroups, locked until the transaction ends. */
export async function lockProjectLabelsBelow(
  db: Db | Tx,
  groupId: number,
  name: string,
): Promise<{ id: number; project_id: number }[]> {
  const { rows } = await sql<{ id: number; project_id: number }>`
    select l.id, l.project_id from labels l join projects p on p.id = l.project_id
      join namespaces n on n.id = p.namespace_id
    where l.name = ${name} and n.traversal_ids @> array[${groupId}::bigint] order by l.id for update of l`.execute(db);
  return rows;
}

/** Priorities that labels have in their projects become those of another one there. */
export async function movePriorities(db: Db | Tx, labelIds: readonly number[], to: number): Promise<void> {
  await sql`insert into label_priorities (project_id, label_id, priority)
    select project_id, ${to}, min(priority) from label_priorities where label_id = any(${[...labelIds]})
    group by project_id on conflict do nothing`.execute(db);
}

export async function setPriority(
  db: Db | Tx,
  projectId: number,
  labelId: number,
  priority: number | null,
): Promise<void> {
  if (priority === null) {
    await db
      .deleteFrom('label_priorities')
      .where('project_id', '=', projectId)
      .where('label_id', '=', labelId)
      .execute();
    return;
  }
  await db
    .insertInto('label_priorities')
    .values({ project_id: projectId, label_id: labelId, priority })
    .onConflict((conflict) => conflict.columns(['project_id', 'label_id']).doUpdateSet({ priority }))
    .execute();
}
