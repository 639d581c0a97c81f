import type { DiffPosition, Placement } from '@tributary/contract/discussions/page.ts';
import type { Insertable, Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { DiscussionTable } from '../tables.ts';
import { type About, discussionsAbout } from './abouts.ts';

type Database = Db | Tx;
export type DiscussionRow = Selectable<DiscussionTable>;
export type NewDiscussion = Insertable<DiscussionTable>;
type Key = { noteableType: string; noteableId: number };

/** Of a thread that stands on nothing but the thing itself, and is open. */
export const NEW_DISCUSSION_WITHOUT_POSITION = {
  commit_id: null,
  position: null,
  original_position: null,
  line_code: null,
  original_line_code: null,
  snapshot: null,
  resolved_at: null,
  resolved_by_id: null,
} as const;

export async function insertDiscussion(db: Database, values: NewDiscussion): Promise<DiscussionRow> {
  return db.insertInto('discussions').values(values).returningAll().executeTakeFirstOrThrow();
}

/** Undefined when the thing is mentioned there already. */
export function insertMention(db: Database, values: NewDiscussion): Promise<DiscussionRow | undefined> {
  return db
    .insertInto('discussions')
    .values({ ...values, is_mention: true })
    .onConflict((conflict) =>
      conflict
        .columns(['noteable_type', 'noteable_id', 'about_type', 'about_id'])
        .where('is_mention', '=', true)
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
}

/** The thread of this thing; undefined when the id belongs to another one. */
export function findDiscussion(db: Database, key: Key, id: string): Promise<DiscussionRow | undefined> {
  return db
    .selectFrom('discussions')
    .selectAll()
    .where('id', '=', id)
    .where('noteable_type', '=', key.noteableType)
    .where('noteable_id', '=', key.noteableId)
    .executeTakeFirst();
}

/** The same, holding its row until the transaction ends. */
export function lockDiscussion(db: Database, key: Key, id: string): Promise<DiscussionRow | undefined> {
  return db
    .selectFrom('discussions')
    .selectAll()
    .where('id', '=', id)
    .where('noteable_type', '=', key.noteableType)
    .where('noteable_id', '=', key.noteableId)
    .forUpdate()
    .executeTakeFirst();
}

/** The same for several, held in one order. */
export function lockDiscussions(db: Database, key: Key, ids: readonly string[]): Promise<DiscussionRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('discussions')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .where('noteable_type', '=', key.noteableType)
    .where('noteable_id', '=', key.noteableId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export type DiscussionFilter = {
  /** Only threads after this creation number. */
  after?: number;
  limit: number;
  offset?: number;
  /** 0 everything, 1 what users say, 2 what happened. */
  activity: 0 | 1 | 2;
  showsInternal: boolean;
  /** Things that the reader may not see: what is about them is not for them either. */
  hidden: readonly About[];
};

export function listDiscussions(db: Database, key: Key, filter: DiscussionFilter): Promise<DiscussionRow[]> {
  let query = filtered(db, key, filter).selectAll().orderBy('position_number').limit(filter.limit);
  if (filter.after !== undefined) query = query.where('position_number', '>', filter.after);
  if (filter.offset) query = query.offset(filter.offset);
  return query.execute();
}

/**
 * What a list comes after that shows a note's thread behind at most so many others; undefined when that is the beginning, or
 * the thread is not in the list.
 */
export async function startAround(
  db: Database,
  key: Key,
  filter: Pick<DiscussionFilter, 'activity' | 'showsInternal' | 'hidden'> & { noteId: number; before: number },
): Promise<number | undefined> {
  const target = await filtered(db, key, filter)
    .select('position_number')
    .where('id', 'in', (eb) => eb.selectFrom('notes').select('discussion_id').where('notes.id', '=', filter.noteId))
    .executeTakeFirst();
  if (!target) return undefined;
  const start = await filtered(db, key, filter)
    .select('position_number')
    .where('position_number', '<', target.position_number)
    .orderBy('position_number', 'desc')
    .offset(filter.before)
    .limit(1)
    .executeTakeFirst();
  return start?.position_number;
}

export async function countDiscussions(
  db: Database,
  key: Key,
  filter: Pick<DiscussionFilter, 'activity' | 'showsInternal' | 'hidden'>,
): Promise<number> {
  const row = await filtered(db, key, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

function filtered(db: Database, key: Key, filter: Pick<DiscussionFilter, 'activity' | 'showsInternal' | 'hidden'>) {
  let query = db
    .selectFrom('discussions')
    .where('noteable_type', '=', key.noteableType)
    .where('noteable_id', '=', key.noteableId);
  if (filter.activity === 1) query = query.where('is_system', '=', false);
  if (filter.activity === 2) query = query.where('is_system', '=', true);
  if (!filter.showsInternal) query = query.where('is_internal', '=', false);
  if (filter.hidden.length > 0) query = query.where('id', 'not in', discussionsAbout(key, filter.hidden));
  return query;
}

export function listDiscussionsByIds(db: Database, ids: readonly string[]): Promise<DiscussionRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('discussions')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('position_number')
    .execute();
}

/** Sets what the thread derives from its notes. Gone notes leave a thread that is removed. */
export async function refreshDiscussion(db: Database, id: string): Promise<DiscussionRow | undefined> {
  return (await refreshDiscussions(db, [id])).get(id);
}

/** The same for several at once. */
export async function refreshDiscussions(db: Database, ids: readonly string[]): Promise<Map<string, DiscussionRow>> {
  if (ids.length === 0) return new Map();
  await deleteEmptyDiscussions(db, ids);
  const { rows } = await sql<DiscussionRow>`
    update discussions d set
      is_resolvable = s.resolvable,
      resolved_at = case when s.resolvable and s.open = 0 then s.resolved_at end,
      resolved_by_id = case when s.resolvable and s.open = 0 then s.resolved_by_id end,
      resolved_by_push = s.resolvable and s.open = 0 and s.by_push
    from (select discussion_id,
                 count(*) filter (where resolvable) > 0 as resolvable,
                 count(*) filter (where resolvable and resolved_at is null) as open,
                 max(resolved_at) as resolved_at,
                 (array_agg(resolved_by_id order by resolved_at desc nulls last) filter (where resolvable))[1] as resolved_by_id,
                 coalesce(bool_or(resolved_by_push) filter (where resolvable), false) as by_push
          from notes where discussion_id = any(${[...ids]}::text[]) group by discussion_id) s
    where d.id = s.discussion_id
    returning d.*`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Of these threads those that have no notes: what happened to one is nothing without its words. */
export async function deleteEmptyDiscussions(db: Database, ids: readonly string[]): Promise<void> {
  await sql`
    delete from discussions d
    where d.id = any(${[...ids]}::text[]) and not exists
      (select 1 from notes n where n.discussion_id = d.id and (d.is_system or not n.is_system))`.execute(db);
}

export async function convertToThreads(db: Database, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('discussions')
    .set({ is_individual: false })
    .where('id', 'in', [...ids])
    .execute();
}

/** A thread that has lost its replies is a single comment again. */
export async function makeIndividual(db: Database, id: string): Promise<void> {
  await db.updateTable('discussions').set({ is_individual: true }).where('id', '=', id).execute();
}

/** Where a thread was found in a newer version. */
export type TracedPosition = {
  position: DiffPosition;
  lineCode: string | null;
  /** It stands on lines or a file that are still what was talked about. */
  isActive: boolean;
  placement: Placement;
};

/**
 * Where it stands now, if it still began at the place that was `traced` and was not seen in a newer version meanwhile; tells
 * whether it was so. Waits for whoever holds the thread.
 */
export async function setPosition(
  db: Database,
  { id, original_position: traced }: Pick<DiscussionRow, 'id' | 'original_position'>,
  change: TracedPosition,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('discussions')
    .set({
      position: JSON.stringify(change.position),
      line_code: change.lineCode,
      is_active: change.isActive,
      placement: JSON.stringify(change.placement),
    })
    .where('id', '=', id)
    .where(sql<boolean>`original_position is not distinct from ${JSON.stringify(traced)}::jsonb`)
    .where(sql<boolean>`coalesce((placement ->> 'version')::int, 0) <= ${change.placement.version}::int`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Another point on the same image, in the version it was begun in and in the newest. */
export async function setPin(
  db: Database,
  id: string,
  { position, original }: { position: DiffPosition | null; original: DiffPosition | null },
): Promise<void> {
  await db
    .updateTable('discussions')
    .set({
      position: position && JSON.stringify(position),
      original_position: original && JSON.stringify(original),
      pin_moved_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute();
}

/** Threads that hang on a place in a diff, for tracing them to a new version. */
export function listPositionedDiscussions(db: Database, key: Key): Promise<DiscussionRow[]> {
  return db
    .selectFrom('discussions')
    .selectAll()
    .where('noteable_type', '=', key.noteableType)
    .where('noteable_id', '=', key.noteableId)
    .where('position', 'is not', null)
    .orderBy('position_number')
    .execute();
}

/** Resolvable threads that are open, oldest first. */
export function listOpenDiscussions(db: Database, key: Key): Promise<DiscussionRow[]> {
  return db
    .selectFrom('discussions')
    .selectAll()
    .where('noteable_type', '=', key.noteableType)
    .where('noteable_id', '=', key.noteableId)
    .where('is_resolvable', '=', true)
    .where('resolved_at', 'is', null)
    .where('is_internal', '=', false)
    .orderBy('position_number')
    .execute();
}

/** A thread that everyone who reads the thing may see, and that is not resolved. */
export async function hasOpenThread(db: Database, key: Key): Promise<boolean> {
  const row = await db
    .selectFrom('discussions')
    .select('id')
    .where('noteable_type', '=', key.noteableType)
    .where('noteable_id', '=', key.noteableId)
    .where('is_resolvable', '=', true)
    .where('resolved_at', 'is', null)
    .where('is_internal', '=', false)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type NoteCounts = {
  notes: number;
  threads: number;
  resolvedThreads: number;
  upvotes: number;
  downvotes: number;
};

/** By noteable id: comments by users, resolvable threads, resolved ones, thumbs. Things without any are left out. */
export async function countsByNoteable(
  db: Database,
  type: string,
  ids: readonly number[],
): Promise<Map<number, NoteCounts>> {
  if (ids.length === 0) return new Map();
  const list = [...ids];
  const { rows } = await sql<{
    id: number;
    notes: number;
    threads: number;
    resolved: number;
    up: number;
    down: number;
  }>`
    select x.id, coalesce(n.notes, 0)::int as notes, coalesce(d.threads, 0)::int as threads,
           coalesce(d.resolved, 0)::int as resolved, coalesce(a.up, 0)::int as up, coalesce(a.down, 0)::int as down
    from unnest(${list}::bigint[]) as x(id)
    left join (select noteable_id, count(*) as notes from notes
               where noteable_type = ${type} and noteable_id = any(${list}::bigint[]) and not is_system and not is_internal
               group by 1) n on n.noteable_id = x.id
    left join (select noteable_id, count(*) as threads, count(resolved_at) as resolved from discussions
               where noteable_type = ${type} and noteable_id = any(${list}::bigint[]) and is_resolvable
               group by 1) d on d.noteable_id = x.id
    left join (select noteable_id, count(*) filter (where name = 'thumbsup') as up,
                      count(*) filter (where name = 'thumbsdown') as down
               from award_emoji
               where noteable_type = ${type} and noteable_id = any(${list}::bigint[]) and note_id is null
               group by 1) a on a.noteable_id = x.id`.execute(db);
  return new Map(
    rows.map(({ id, notes, threads, resolved, up, down }) => [
      id,
      { notes, threads, resolvedThreads: resolved, upvotes: up, downvotes: down },
    ]),
  );
}
