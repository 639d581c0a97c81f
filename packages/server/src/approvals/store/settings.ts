import {
  APPROVAL_SETTINGS,
  type ApprovalSettingLevel,
  type ApprovalSettingValues,
} from '@tributary/contract/approvals/settings.ts';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { ApprovalSettingsTable } from '../tables.ts';
import type { Selectable } from 'kysely';

type Database = Db | Tx;
type Row = Selectable<ApprovalSettingsTable>;
export type StoredLevel = { from: ApprovalSettingLevel; values: ApprovalSettingValues };

/** Settings of groups above, outermost first, then of the projects themselves, by project. */
export async function listProjectLevels(
  db: Database,
  projectIds: readonly number[],
): Promise<Map<number, { groups: StoredLevel[]; own: ApprovalSettingValues }>> {
  if (projectIds.length === 0) return new Map();
  const { rows } = await sql<Row & { for_project: number; depth: number | null }>`
    select s.*, p.id as for_project, array_position(n.traversal_ids, s.namespace_id) as depth
    from projects p join namespaces n on n.id = p.namespace_id
      join approval_settings s on s.project_id = p.id or s.namespace_id = any(n.traversal_ids)
    where p.id = any(${[...projectIds]}::bigint[])
    order by depth nulls last`.execute(db);
  return new Map(
    projectIds.map((id) => {
      const mine = rows.filter((row) => row.for_project === id);
      const own = mine.find((row) => row.project_id === id);
      const groups = mine.filter((row) => row.namespace_id !== null).map((row) => levelOf(row));
      return [id, { groups, own: own ? valuesOf(own) : {} }];
    }),
  );
}

/** Settings of the groups above this one, outermost first, and its own. */
export async function listGroupLevels(
  db: Database,
  groupId: number,
): Promise<{ groups: StoredLevel[]; own: ApprovalSettingValues }> {
  const { rows } = await sql<Row>`
    select s.* from namespaces n join approval_settings s on s.namespace_id = any(n.traversal_ids)
    where n.id = ${groupId} order by array_position(n.traversal_ids, s.namespace_id)`.execute(db);
  const own = rows.find((row) => row.namespace_id === groupId);
  return {
    groups: rows.filter((row) => row.namespace_id !== groupId).map((row) => levelOf(row)),
    own: own ? valuesOf(own) : {},
  };
}

export async function putSettings(
  db: Database,
  owner: { projectId: number } | { groupId: number },
  values: ApprovalSettingValues,
): Promise<void> {
  const key =
    'projectId' in owner
      ? { project_id: owner.projectId, namespace_id: null }
      : { project_id: null, namespace_id: owner.groupId };
  const empty = Object.fromEntries(APPROVAL_SETTINGS.map((name) => [name, null])) as Record<
    (typeof APPROVAL_SETTINGS)[number],
    null
  >;
  await db
    .insertInto('approval_settings')
    .values({ ...empty, ...values, ...key })
    .onConflict((conflict) =>
      conflict
        .column('projectId' in owner ? 'project_id' : 'namespace_id')
        .doUpdateSet({ ...values, updated_at: sql<Date>`clock_timestamp()` }),
    )
    .execute();
}

function valuesOf(row: Row): ApprovalSettingValues {
  return Object.fromEntries(APPROVAL_SETTINGS.map((name) => [name, row[name]]));
}

const levelOf = (row: Row): StoredLevel => ({ from: 'group', values: valuesOf(row) });
