import type { Insertable, Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { MergeRequestSuggestionTable } from '../tables.ts';

type Database = Db | Tx;
export type SuggestionRow = Selectable<MergeRequestSuggestionTable>;
export type NewSuggestion = Insertable<MergeRequestSuggestionTable>;

export async function listSuggestionsOfNotes(db: Database, noteIds: readonly number[]): Promise<SuggestionRow[]> {
  if (noteIds.length === 0) return [];
  const rows = await db
    .selectFrom('merge_request_suggestions')
    .selectAll()
    .where('note_id', 'in', [...noteIds])
    .orderBy('note_id')
    .orderBy('number')
    .execute();
  return rows.map(withEnds);
}

export async function listSuggestionsByIds(db: Database, ids: readonly number[]): Promise<SuggestionRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('merge_request_suggestions')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('path')
    .orderBy('from_line')
    .orderBy('id')
    .execute();
  return rows.map(withEnds);
}

/**
 * Earlier ones were kept without the end of their last line: an empty text said that nothing is to be there, and that one
 * empty line is. They are told by what they replace, which has an end too few, and stay what they were: nothing.
 */
function withEnds(row: SuggestionRow): SuggestionRow {
  const { from_content: from, to_content: to } = row;
  if (from.split('\n').length > row.to_line - row.from_line + 1) return row;
  return { ...row, from_content: `${from}\n`, to_content: to === '' ? '' : `${to}\n` };
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
