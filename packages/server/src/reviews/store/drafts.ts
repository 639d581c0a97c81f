import type { Insertable, Selectable, Updateable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { MergeRequestDraftTable } from '../tables.ts';

type Database = Db | Tx;
export type DraftRow = Selectable<MergeRequestDraftTable>;
/** Drafts are only ever asked for by the one who wrote them; those that are published are none any more. */
export type DraftsKey = { mergeRequestId: number; authorId: number };

function draftsOf(db: Database, key: DraftsKey) {
  return db
    .selectFrom('merge_request_drafts')
    .selectAll()
    .where('merge_request_id', '=', key.mergeRequestId)
    .where('author_id', '=', key.authorId)
    .where('review_id', 'is', null)
    .orderBy('id');
}

/** Undefined when one with the same idempotency key is there already. */
export function insertDraft(db: Database, values: Insertable<MergeRequestDraftTable>): Promise<DraftRow | undefined> {
  return db
    .insertInto('merge_request_drafts')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['merge_request_id', 'author_id', 'idempotency_key'])
        .where('idempotency_key', 'is not', null)
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
}

export function listDrafts(db: Database, key: DraftsKey): Promise<DraftRow[]> {
  return draftsOf(db, key).execute();
}

/** Those with these ids, or all; held until the transaction ends, in the order they were written. */
export function lockDrafts(db: Database, key: DraftsKey, ids?: readonly number[]): Promise<DraftRow[]> {
  if (ids?.length === 0) return Promise.resolve([]);
  const query = ids ? draftsOf(db, key).where('id', 'in', [...ids]) : draftsOf(db, key);
  return query.forUpdate().execute();
}

export function findDraft(db: Database, key: DraftsKey, id: number): Promise<DraftRow | undefined> {
  return draftsOf(db, key).where('id', '=', id).executeTakeFirst();
}

export function findDraftByKey(db: Database, key: DraftsKey, idempotencyKey: string): Promise<DraftRow | undefined> {
  return draftsOf(db, key).where('idempotency_key', '=', idempotencyKey).executeTakeFirst();
}

/** Undefined when it was changed since `lockVersion` was read. */
export function updateDraftRow(
  db: Database,
  id: number,
  lockVersion: number,
  values: Updateable<MergeRequestDraftTable>,
): Promise<DraftRow | undefined> {
  return db
    .updateTable('merge_request_drafts')
    .set({ ...values, lock_version: lockVersion + 1, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('lock_version', '=', lockVersion)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteDraftRows(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom('merge_request_drafts')
    .where('id', 'in', [...ids])
    .execute();
}

/** Published: nobody meets them any more, unless the review is taken back. */
export async function markDraftsPublished(db: Database, ids: readonly number[], reviewId: number): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('merge_request_drafts')
    .set({ review_id: reviewId })
    .where('id', 'in', [...ids])
    .execute();
}

/** They are pending again, as they were. */
export async function bringDraftRowsBack(db: Database, reviewId: number, ids: readonly number[]): Promise<DraftRow[]> {
  if (ids.length === 0) return [];
  return db
    .updateTable('merge_request_drafts')
    .set({ review_id: null })
    .where('review_id', '=', reviewId)
    .where('id', 'in', [...ids])
    .returningAll()
    .execute();
}

export async function deletePublishedDraftRows(db: Database, reviewId: number): Promise<void> {
  await db.deleteFrom('merge_request_drafts').where('review_id', '=', reviewId).execute();
}

export type PositionedDraft = Pick<DraftRow, 'id' | 'author_id' | 'position' | 'line_code' | 'current'>;

function positionedDrafts(db: Database) {
  return db
    .selectFrom('merge_request_drafts')
    .select(['id', 'author_id', 'position', 'line_code', 'current'])
    .where('position', 'is not', null)
    .orderBy('id');
}

/** Drafts of everyone that hang on a place, for tracing them to a new version; their texts stay with their writers. */
export function listPositionedDrafts(db: Database, mergeRequestId: number): Promise<PositionedDraft[]> {
  return positionedDrafts(db).where('merge_request_id', '=', mergeRequestId).execute();
}

export async function listCommitsOfDrafts(db: Database, mergeRequestId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('merge_request_drafts')
    .select('commit_id')
    .where('merge_request_id', '=', mergeRequestId)
    .where('commit_id', 'is not', null)
    .execute();
  return rows.flatMap((row) => row.commit_id ?? []);
}

export function findPositionedDraft(db: Database, id: number): Promise<PositionedDraft | undefined> {
  return positionedDrafts(db).where('id', '=', id).executeTakeFirst();
}

/**
 * Where it is now, if it still hangs on the place that was traced; tells whether it does. No edit, so no times move.
 */
export async function setDraftPosition(
  db: Database,
  { id, position: traced }: Pick<PositionedDraft, 'id' | 'position'>,
  current: unknown,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('merge_request_drafts')
    .set({ current: JSON.stringify(current) })
    .where('id', '=', id)
    .where(sql<boolean>`position is not distinct from ${JSON.stringify(traced)}::jsonb`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
