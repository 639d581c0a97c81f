import type { Insertable, Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { MergeRequestSuggestionTable } from '../tables.ts';

type Database = Db | Tx;
export type SuggestionRow = Selectable<MergeRequestSuggestionTable>;
export type NewSuggestion = Insertable<MergeRequestSuggestionTable>;

export function listSuggestionsOfNotes(db: Database, noteIds: readonly number[]): Promise<SuggestionRow[]> {
  if (noteIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('merge_request_suggestions')
    .selectAll()
    .where('note_id', 'in', [...noteIds])
    .orderBy('note_id')
    .orderBy('number')
    .execute();
}

export function listSuggestionsByIds(db: Database, ids: readonly number[]): Promise<SuggestionRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('merge_request_suggestions')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('path')
    .orderBy('from_line')
    .orderBy('id')
    .execute();
}

export async function replaceSuggestions(
  db: Database,
  removedIds: readonly number[],
  added: readonly NewSuggestion[],
): Promise<void> {
  if (removedIds.length > 0) {
    await db
      .deleteFrom('merge_request_suggestions')
      .where('id', 'in', [...removedIds])
      .execute();
  }
  if (added.length > 0) {
    await db
      .insertInto('merge_request_suggestions')
      .values([...added])
      .execute();
  }
}

/** Ids of those that were not marked before. */
export async function markApplied(
  db: Database,
  ids: readonly number[],
  by: { userId: number | null; commitSha: string | null },
): Promise<number[]> {
  const rows = await db
    .updateTable('merge_request_suggestions')
    .set({ applied_at: sql<Date>`clock_timestamp()`, applied_by_id: by.userId, commit_sha: by.commitSha })
    .where('id', 'in', [...ids])
    .where('applied_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}
