import type { ItemLevel } from '@tributary/contract/notifications/enums.ts';
import { type ChosenLevel, levelOf, subscriptionAt } from '../../notifications/index.ts';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';

type Database = Db | Tx;
type Subscription = { is_subscribed: boolean; is_off: boolean };

/** Tables of one kind of issuable: the rows, and what is assigned to them by the column `key`, which lists name `as`. */
type IssuableTables<As extends string> = {
  rows: 'issues' | 'merge_requests';
  type: 'Issue' | 'MergeRequest';
  key: 'issue_id' | 'merge_request_id';
  as: As;
  assignees: string;
  labels: string;
  subscriptions: string;
};

/** Replaces the set of what is linked to an item; links that stay keep what else their rows hold. */
export async function setLinks(
  db: Database,
  { table, key, id }: { table: string; key: string; id: number },
  column: 'user_id' | 'label_id',
  linked: readonly number[],
): Promise<void> {
  const ids = sql`${[...linked]}::bigint[]`;
  await sql`delete from ${sql.table(table)} where ${sql.ref(key)} = ${id} and ${sql.ref(column)} <> all(${ids})`.execute(
    db,
  );
  if (linked.length === 0) return;
  await sql`insert into ${sql.table(table)} (${sql.ref(key)}, ${sql.ref(column)})
    select ${id}::bigint, unnest(${ids}) on conflict do nothing`.execute(db);
}

/** Assignees, labels, milestones and subscriptions of issues or of merge requests. */
export function issuableStore<As extends string>(tables: IssuableTables<As>) {
  const items = sql.table(tables.rows);
  const key = sql.ref(tables.key);
  const named = sql`${key} as ${sql.ref(tables.as)}`;
  const assignees = sql.table(tables.assignees);
  const labels = sql.table(tables.labels);
  const subscriptions = sql.table(tables.subscriptions);
  type Item = Record<As, number>;

  /** The notification level that one user chose for each of these items; a choice that was never made is missing. */
  async function listLevelsOf(db: Database, ids: readonly number[], userId: number): Promise<Map<number, ItemLevel>> {
    if (ids.length === 0) return new Map();
    const { rows } = await sql<Subscription & { id: number }>`
      select ${key} as id, is_subscribed, is_off from ${subscriptions}
      where ${key} = any(${[...ids]}::bigint[]) and user_id = ${userId}`.execute(db);
    return new Map(rows.map((row) => [row.id, levelOf(row)]));
  }

  return {
    listLevelsOf,

    findLevel: async (db: Database, id: number, userId: number): Promise<ItemLevel> =>
      (await listLevelsOf(db, [id], userId)).get(id) ?? 'global',

    listAssignees: async (
      db: Database,
      ids: readonly number[],
    ): Promise<(Item & { userId: number; createdAt: Date })[]> => {
      if (ids.length === 0) return [];
      const { rows } = await sql<Item & { userId: number; createdAt: Date }>`
        select ${named}, user_id as "userId", created_at as "createdAt" from ${assignees}
        where ${key} = any(${[...ids]}::bigint[]) order by created_at, user_id`.execute(db);
      return rows;
    },

    setAssignees: (db: Database, id: number, userIds: readonly number[]): Promise<void> =>
      setLinks(db, { table: tables.assignees, key: tables.key, id }, 'user_id', userIds),

    listLabelIds: async (db: Database, ids: readonly number[]): Promise<(Item & { labelId: number })[]> => {
      if (ids.length === 0) return [];
      const { rows } = await sql<Item & { labelId: number }>`
        select ${named}, label_id as "labelId" from ${labels} where ${key} = any(${[...ids]}::bigint[])`.execute(db);
      return rows;
    },

    setLabels: (db: Database, id: number, labelIds: readonly number[]): Promise<void> =>
      setLinks(db, { table: tables.labels, key: tables.key, id }, 'label_id', labelIds),

    /** On everything that has one of these labels, the other one is set instead. */
    replaceLabels: async (db: Database, labelIds: readonly number[], by: number): Promise<void> => {
      const those = sql`label_id = any(${[...labelIds]})`;
      await sql`insert into ${labels} (${key}, label_id, created_at)
        select ${key}, ${by}, min(created_at) from ${labels} where ${those} group by ${key}
        on conflict do nothing`.execute(db);
      await sql`delete from ${labels} where ${those}`.execute(db);
    },

    replaceMilestones: async (db: Database, ids: readonly number[], by: number): Promise<void> => {
      await sql`update ${items} set milestone_id = ${by}
        where milestone_id = any(${[...ids]}::bigint[])`.execute(db);
    },

    putLevel: async (db: Database, id: number, userId: number, level: ItemLevel): Promise<void> => {
      if (level === 'global') {
        await sql`delete from ${subscriptions} where ${key} = ${id} and user_id = ${userId}`.execute(db);
        return;
      }
      const { is_subscribed: isSubscribed, is_off: isOff } = subscriptionAt(level);
      await sql`insert into ${subscriptions} (${key}, user_id, is_subscribed, is_off)
        values (${id}, ${userId}, ${isSubscribed}, ${isOff})
        on conflict (${key}, user_id) do update set is_subscribed = ${isSubscribed}, is_off = ${isOff}`.execute(db);
    },

    /** Choices of everyone, by user. */
    listLevels: async (db: Database, id: number): Promise<Map<number, ChosenLevel>> => {
      const { rows } = await sql<Subscription & { user_id: number }>`
        select user_id, is_subscribed, is_off from ${subscriptions} where ${key} = ${id}`.execute(db);
      return new Map(rows.map((row) => [row.user_id, levelOf(row)]));
    },

    touch: async (db: Database, id: number): Promise<void> => {
      await sql`update ${items} set updated_at = clock_timestamp() where id = ${id}`.execute(db);
    },

    /** The next of those that this user created, above an id. */
    listIdsOfAuthor: async (db: Database, authorId: number, afterId: number): Promise<number[]> => {
      const { rows } = await sql<{ id: number }>`select id from ${items}
        where author_id = ${authorId} and id > ${afterId} order by id limit 100`.execute(db);
      return rows.map((row) => row.id);
    },

    deleteRow: async (db: Database, id: number): Promise<void> => {
      for (const table of ['time_estimates', 'time_entries', 'resource_events']) {
        await sql`delete from ${sql.table(table)}
          where noteable_type = ${tables.type} and noteable_id = ${id}`.execute(db);
      }
      await sql`delete from ${items} where id = ${id}`.execute(db);
    },
  };
}
