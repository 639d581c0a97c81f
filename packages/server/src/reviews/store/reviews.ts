import type { ReviewerState } from '@tributary/contract/merge-requests/page.ts';
import type { Insertable, Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { MergeRequestReviewTable } from '../tables.ts';
import type { DraftsKey } from './drafts.ts';

type Database = Db | Tx;
export type ReviewRow = Selectable<MergeRequestReviewTable>;

const NOW = sql<Date>`clock_timestamp()`;

/** One review of a user at a time: two windows that publish wait for each other. */
export async function holdReviewing(db: Database, { mergeRequestId, authorId }: DraftsKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`review:${mergeRequestId}:${authorId}`}, 0))`.execute(db);
}

/** Drawn before the row is written, so that its notes can name it. */
export async function nextReviewId(db: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('merge_request_reviews', 'id')) as id`.execute(db);
  return Number(rows[0]?.id);
}

export async function insertReview(
  db: Database,
  values: Omit<Insertable<MergeRequestReviewTable>, 'undo_until'> & { id: number; undo_until: Date },
): Promise<void> {
  const { id, ...rest } = values;
  await sql`
    insert into merge_request_reviews (id, merge_request_id, author_id, verdict, head_sha, summary_note_id, results, idempotency_key,
      undo_until, undo)
    overriding system value
    values (${id}, ${rest.merge_request_id}, ${rest.author_id}, ${rest.verdict}, ${rest.head_sha}, ${rest.summary_note_id},
            ${rest.results}::jsonb, ${rest.idempotency_key}, ${rest.undo_until}, ${rest.undo ?? null}::jsonb)`.execute(
    db,
  );
}

export function findReviewByKey(
  db: Database,
  { mergeRequestId, authorId }: DraftsKey,
  idempotencyKey: string,
): Promise<ReviewRow | undefined> {
  return db
    .selectFrom('merge_request_reviews')
    .selectAll()
    .where('merge_request_id', '=', mergeRequestId)
    .where('author_id', '=', authorId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
}

/** One of the user's own, held until the transaction ends. */
export function lockReview(db: Database, key: DraftsKey, id: number): Promise<ReviewRow | undefined> {
  return reviewsOf(db, key).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The newest that can still be taken back. */
export function findUndoableReview(db: Database, key: DraftsKey, now: Date): Promise<ReviewRow | undefined> {
  return reviewsOf(db, key)
    .where('undo', 'is not', null)
    .where('undo_until', '>', now)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

function reviewsOf(db: Database, { mergeRequestId, authorId }: DraftsKey) {
  return db
    .selectFrom('merge_request_reviews')
    .selectAll()
    .where('merge_request_id', '=', mergeRequestId)
    .where('author_id', '=', authorId);
}

export async function markUndone(db: Database, id: number, at: Date): Promise<void> {
  await db.updateTable('merge_request_reviews').set({ undone_at: at, undo: null }).where('id', '=', id).execute();
}

/** Lets go of what was kept of reviews that stay published. */
export async function forgetUndo(db: Database, before: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with settled as (
      update merge_request_reviews set undo = null where undo is not null and undo_until < ${before} returning id
    )
    delete from merge_request_drafts d using settled where d.review_id = settled.id returning d.id`.execute(db);
  return rows.length;
}

export async function removeReviewer(db: Database, { mergeRequestId, authorId }: DraftsKey): Promise<void> {
  await db
    .deleteFrom('merge_request_reviewers')
    .where('merge_request_id', '=', mergeRequestId)
    .where('user_id', '=', authorId)
    .execute();
}

export async function findReviewerState(db: Database, key: DraftsKey): Promise<ReviewerState | undefined> {
  return (await findReviewer(db, key))?.state;
}

/** What they think, and since when. */
export function findReviewer(
  db: Database,
  { mergeRequestId, authorId }: DraftsKey,
): Promise<{ state: ReviewerState; state_at: Date } | undefined> {
  return db
    .selectFrom('merge_request_reviewers')
    .select(['state', 'state_at'])
    .where('merge_request_id', '=', mergeRequestId)
    .where('user_id', '=', authorId)
    .executeTakeFirst();
}

/** What they said is of an earlier state: they are asked again. False when they are no reviewer. */
export async function rerequestReview(db: Database, mergeRequestId: number, userId: number): Promise<boolean> {
  const result = await db
    .updateTable('merge_request_reviewers')
    .set({ state: 'unreviewed', state_at: NOW, requested_at: NOW })
    .where('merge_request_id', '=', mergeRequestId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) > 0;
}

/** False when the user is no reviewer, or is in another state. */
export async function moveReviewer(
  db: Database,
  { mergeRequestId, authorId }: DraftsKey,
  from: ReviewerState,
  to: ReviewerState,
): Promise<boolean> {
  const result = await db
    .updateTable('merge_request_reviewers')
    .set({ state: to, state_at: NOW })
    .where('merge_request_id', '=', mergeRequestId)
    .where('user_id', '=', authorId)
    .where('state', '=', from)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) > 0;
}

/** Whoever gives an outcome is a reviewer from then on. It is of this moment, also where it is the same as before. */
export async function putReviewer(db: Database, key: DraftsKey, state: ReviewerState, at?: Date): Promise<void> {
  const values = { state, state_at: at ?? NOW };
  await db
    .insertInto('merge_request_reviewers')
    .values({ merge_request_id: key.mergeRequestId, user_id: key.authorId, ...values })
    .onConflict((conflict) => conflict.columns(['merge_request_id', 'user_id']).doUpdateSet(values))
    .execute();
}
