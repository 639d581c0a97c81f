import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type {} from '../tables.ts';
import type { About } from './abouts.ts';
import type { NoteRow } from './notes.ts';

type Database = Db | Tx;
export type NoteSearch = { projectId: number; text: string; showsInternal: boolean };

/** What users said in a project with this text in it. */
function matching(db: Database, { projectId, text, showsInternal }: NoteSearch) {
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const query = db
    .selectFrom('notes')
    .where('project_id', '=', projectId)
    .where('is_system', '=', false)
    .where('body', 'ilike', pattern);
  return showsInternal ? query : query.where('is_internal', '=', false);
}

/** The things that the notes which fit are about. */
export async function listThingsOfMatches(db: Database, search: NoteSearch): Promise<About[]> {
  return matching(db, search).select(['noteable_type as type', 'noteable_id as id']).distinct().execute();
}

function onThings(db: Database, search: NoteSearch, hidden: readonly About[]) {
  const query = matching(db, search);
  if (hidden.length === 0) return query;
  const types = hidden.map((thing) => thing.type);
  const ids = hidden.map((thing) => thing.id);
  return query.where(
    sql<boolean>`(noteable_type, noteable_id) not in (select * from unnest(${types}::text[], ${ids}::bigint[]))`,
  );
}

/** Newest first; `hidden` are things that the reader may not see. */
export function searchNotes(
  db: Database,
  search: NoteSearch,
  hidden: readonly About[],
  page: { limit: number; offset: number },
): Promise<NoteRow[]> {
  return onThings(db, search, hidden).selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute();
}

export async function countFoundNotes(db: Database, search: NoteSearch, hidden: readonly About[]): Promise<number> {
  const row = await onThings(db, search, hidden)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}
