import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { ResourceEventTable } from '../tables.ts';

export type ResourceEventRow = Selectable<ResourceEventTable>;
type Kind = ResourceEventRow['kind'];

export async function insertResourceEvents(
  db: Db | Tx,
  rows: readonly Insertable<ResourceEventTable>[],
): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('resource_events')
    .values([...rows])
    .execute();
}

/** Events of labels or milestones that became part of another one name that one. */
export async function renameInResourceEvents(
  db: Db | Tx,
  column: 'label_id' | 'milestone_id',
  ids: readonly number[],
  to: number,
): Promise<void> {
  await db
    .updateTable('resource_events')
    .set({ [column]: to })
    .where(column, 'in', [...ids])
    .execute();
}

/** Oldest first. */
export async function listResourceEvents(
  db: Db | Tx,
  key: { type: string; id: number; kind: Kind },
  page: { limit: number; offset: number },
): Promise<{ rows: ResourceEventRow[]; total: number }> {
  const own = db
    .selectFrom('resource_events')
    .where('noteable_type', '=', key.type)
    .where('noteable_id', '=', key.id)
    .where('kind', '=', key.kind);
  const rows = await own.selectAll().orderBy('id').limit(page.limit).offset(page.offset).execute();
  const { total } = await own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

export async function findResourceEvent(
  db: Db | Tx,
  key: { type: string; id: number; kind: Kind },
  eventId: number,
): Promise<ResourceEventRow | undefined> {
  return db
    .selectFrom('resource_events')
    .selectAll()
    .where('id', '=', eventId)
    .where('noteable_type', '=', key.type)
    .where('noteable_id', '=', key.id)
    .where('kind', '=', key.kind)
    .executeTakeFirst();
}
