import type { Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { AutosaveTable, AutosaveVersionTable } from '../tables.ts';

type Database = Db | Tx;
export type AutosaveRow = Selectable<AutosaveTable>;
export type AutosaveVersionRow = Selectable<AutosaveVersionTable>;
export type Field = { userId: number; place: string; field: string };

export type AutosaveView = Pick<AutosaveRow, 'field' | 'text' | 'base' | 'revision' | 'updated_at'>;

/** With those that were beyond the user's share (see `trimAutosaves`): nobody let go of them. */
export function listAutosaves(db: Database, userId: number, place: string): Promise<AutosaveView[]> {
  const trimmed = db
    .selectFrom('unfinished_text_versions')
    .select(['field', 'text', 'base', sql<number>`0`.as('revision'), 'saved_at as updated_at'])
    .where('user_id', '=', userId)
    .where('place', '=', place)
    .where('is_trimmed', '=', true);
  return db
    .selectFrom('unfinished_texts')
    .select(['field', 'text', 'base', 'revision', 'updated_at'])
    .where('user_id', '=', userId)
    .where('place', '=', place)
    .unionAll(trimmed)
    .orderBy('field')
    .execute();
}

export function lockAutosave(db: Database, at: Field): Promise<AutosaveRow | undefined> {
  return db
    .selectFrom('unfinished_texts')
    .selectAll()
    .where('user_id', '=', at.userId)
    .where('place', '=', at.place)
    .where('field', '=', at.field)
    .forUpdate()
    .executeTakeFirst();
}

export function putAutosave(
  db: Database,
  at: Field,
  value: { text: string; base: string | null },
): Promise<AutosaveRow> {
  return db
    .insertInto('unfinished_texts')
    .values({ user_id: at.userId, place: at.place, field: at.field, ...value })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'place', 'field']).doUpdateSet({
        ...value,
        revision: sql<number>`unfinished_texts.revision + 1`,
        updated_at: sql<Date>`clock_timestamp()`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The texts of a place, in one order: whoever saves several of its fields at once waits for the others. */
export async function lockAutosavesOfScope(db: Database, { userId, place }: Field): Promise<void> {
  await db
    .selectFrom('unfinished_texts')
    .select('field')
    .where('user_id', '=', userId)
    .where('place', '=', place)
    .orderBy('field')
    .forUpdate()
    .execute();
}

/** What was chosen for the texts of a place, in fields named `text:choice`, is not older than any of them. */
export async function touchChoices(db: Database, at: Field): Promise<void> {
  await db
    .updateTable('unfinished_texts')
    .set({ updated_at: sql<Date>`clock_timestamp()` })
    .where('user_id', '=', at.userId)
    .where('place', '=', at.place)
    .where('field', '!=', at.field)
    .where('field', 'like', '%:%')
    .execute();
}

export async function deleteAutosave(db: Database, at: Field): Promise<void> {
  await db
    .deleteFrom('unfinished_texts')
    .where('user_id', '=', at.userId)
    .where('place', '=', at.place)
    .where('field', '=', at.field)
    .execute();
}

/** Whoever sends the text of this key, and whoever still saves it, come one after the other. */
export async function holdSent(db: Database, userId: number, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sent text:${userId}:${key}`}, 0))`.execute(db);
}

/** A text with what was chosen for it, in fields named `text:choice`. */
export async function deleteWithChoices(db: Database, at: Field): Promise<void> {
  await db
    .deleteFrom('unfinished_texts')
    .where('user_id', '=', at.userId)
    .where('place', '=', at.place)
    .where((eb) =>
      eb.or([eb('field', '=', at.field), eb(sql<boolean>`starts_with(field, ${`${at.field}:`})`, '=', true)]),
    )
    .execute();
}

function versionsOf(db: Database, at: Field) {
  return db
    .selectFrom('unfinished_text_versions')
    .where('user_id', '=', at.userId)
    .where('place', '=', at.place)
    .where('field', '=', at.field);
}

/** Another text stands in the field, or none is wanted: what was trimmed is an earlier state like others. */
export async function clearTrimmed(db: Database, at: Field): Promise<void> {
  await db
    .updateTable('unfinished_text_versions')
    .set({ is_trimmed: false })
    .where('user_id', '=', at.userId)
    .where('place', '=', at.place)
    .where('field', '=', at.field)
    .where('is_trimmed', '=', true)
    .execute();
}

/** Newest first. */
export function listVersions(db: Database, at: Field): Promise<AutosaveVersionRow[]> {
  return versionsOf(db, at).selectAll().orderBy('id', 'desc').execute();
}

/** Keeps an earlier state and lets go of those beyond `keep`. */
export async function insertVersion(
  db: Database,
  at: Field,
  version: { text: string; savedAt: Date },
  keep: number,
): Promise<void> {
  await db
    .insertInto('unfinished_text_versions')
    .values({ user_id: at.userId, place: at.place, field: at.field, text: version.text, saved_at: version.savedAt })
    .execute();
  const kept = await versionsOf(db, at).select('id').orderBy('id', 'desc').limit(keep).execute();
  await db
    .deleteFrom('unfinished_text_versions')
    .where('user_id', '=', at.userId)
    .where('place', '=', at.place)
    .where('field', '=', at.field)
    .where('id', '<', kept.at(-1)?.id ?? 0)
    .execute();
}

/**
 * Holds one user's share: what was not touched for longest goes first, and is kept among the earlier texts. What was chosen
 * for a text takes nothing of the share of texts.
 */
export async function trimAutosaves(
  db: Database,
  userId: number,
  limits: { texts: number; chars: number },
): Promise<void> {
  await sql`
    with gone as (
      delete from unfinished_texts t using (
        select place, field, row_number() over w as number, sum(length(text)) over w as chars
        from unfinished_texts where user_id = ${userId}
        window w as (partition by field like '%:%' order by updated_at desc, place, field)) o
      where t.user_id = ${userId} and t.place = o.place and t.field = o.field
        and (o.number > ${limits.texts} or o.chars > ${limits.chars})
      returning t.*)
    insert into unfinished_text_versions (user_id, place, field, text, base, saved_at, is_trimmed)
    select user_id, place, field, text, base, updated_at, true from gone
    where field not like '%:%' and btrim(text) <> '' order by updated_at, place, field`.execute(db);
  await sql`
    delete from unfinished_text_versions t using (
      select id, sum(length(text)) over (order by id desc) as chars
      from unfinished_text_versions where user_id = ${userId}) o
    where t.id = o.id and o.chars > ${limits.chars}`.execute(db);
}

/** Removes what nobody has touched since; returns how many texts went. */
export async function deleteExpired(db: Database, before: { texts: Date; versions: Date }): Promise<number> {
  const result = await db.deleteFrom('unfinished_texts').where('updated_at', '<', before.texts).executeTakeFirst();
  await db
    .deleteFrom('unfinished_text_versions')
    .where('saved_at', '<', before.versions)
    .where((eb) => eb.or([eb('is_trimmed', '=', false), eb('saved_at', '<', before.texts)]))
    .execute();
  return Number(result.numDeletedRows);
}
