import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type {} from '../tables.ts';

type Database = Db | Tx;
type Key = { noteableType: string; noteableId: number };

/** The other thing that a system note names. */
export type About = { type: string; id: number };

/** Everything that the system notes of a thing name besides itself. */
export async function listAbouts(db: Database, key: Key): Promise<About[]> {
  const abouts = (table: 'discussions' | 'notes') =>
    db
      .selectFrom(table)
      .select(['about_type', 'about_id'])
      .where('noteable_type', '=', key.noteableType)
      .where('noteable_id', '=', key.noteableId)
      .where('about_type', 'is not', null);
  const rows = await abouts('discussions').union(abouts('notes')).execute();
  return rows.flatMap(({ about_type: type, about_id: id }) => (type === null || id === null ? [] : { type, id }));
}

/** Ids of the notes in threads of others that are about one of these. */
export function notesAbout(key: Key, abouts: readonly About[]) {
  return sql<number>`(select n.id from notes n
    join unnest(${abouts.map((about) => about.type)}::text[], ${abouts.map((about) => about.id)}::bigint[])
      as a (type, id) on a.type = n.about_type and a.id = n.about_id
    where n.noteable_type = ${key.noteableType} and n.noteable_id = ${key.noteableId})`;
}

/** Ids of the discussions of a thing that are about one of these; for conditions on what is listed. */
export function discussionsAbout(key: Key, abouts: readonly About[]) {
  return sql<string>`(select d.id from discussions d
    join unnest(${abouts.map((about) => about.type)}::text[], ${abouts.map((about) => about.id)}::bigint[])
      as a (type, id) on a.type = d.about_type and a.id = d.about_id
    where d.noteable_type = ${key.noteableType} and d.noteable_id = ${key.noteableId})`;
}
