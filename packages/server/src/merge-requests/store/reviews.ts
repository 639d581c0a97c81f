import type { ReviewerState } from '@tributary/contract/merge-requests/page.ts';
import type { Insertable, Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { MergeRequestReviewTable } from '../tables.ts';
import type { DraftsKey } from './drafts.ts';

type Database = Db | Tx;
export type ReviewRow = Selectable<MergeRequestReviewTable>;

/** One review of a person at a time: two windows that publish wait for each other. */
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
  values: Insertable<MergeRequestReviewTable> & { id: number },
): Promise<void> {
  const { id, ...rest } = values;
  await sql`
    insert into merge_request_reviews (id, merge_request_id, author_id, verdict, head_sha, summary_note_id, results, idempotency_key)
    overriding system value
    values (${id}, ${rest.merge_request_id}, ${rest.author_id}, ${rest.verdict}, ${rest.head_sha}, ${rest.summary_note_id},
            ${rest.results}::jsonb, ${rest.idempotency_key})`.execute(db);
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

export async function findReviewerState(
  db: Database,
  { mergeRequestId, authorId }: DraftsKey,
): Promise<ReviewerState | undefined> {
  const row = await db
    .selectFrom('merge_request_reviewers')
    .select('state')
    .where('merge_request_id', '=', mergeRequestId)
    .where('user_id', '=', authorId)
    .executeTakeFirst();
  return row?.state;
}

/** Whoever gives a verdict is a reviewer from then on. */
export async function putReviewer(db: Database, key: DraftsKey, state: ReviewerState): Promise<void> {
  await db
    .insertInto('merge_request_reviewers')
    .values({ merge_request_id: key.mergeRequestId, user_id: key.authorId, state })
    .onConflict((conflict) => conflict.columns(['merge_request_id', 'user_id']).doUpdateSet({ state }))
    .execute();
}
