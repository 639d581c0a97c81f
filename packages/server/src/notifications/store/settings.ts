import type { NotificationLevel } from '@tributary/contract/notifications/enums.ts';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { Choice } from '../rules/wants.ts';

/** Neither: the choice for everything. */
export type ChoiceScope = { projectId?: number; namespaceId?: number };
/** A project with the groups above it, or a group with those above it. */
export type ChosenFor = { projectId: number | null; namespaceIds: readonly number[] };
export type StoredChoice = { userId: number; projectId: number | null; namespaceId: number | null } & Choice;

export async function findChoice(db: Db | Tx, userId: number, place: ChoiceScope): Promise<Choice | undefined> {
  return db
    .selectFrom('notification_settings')
    .select(['level', 'events'])
    .where('user_id', '=', userId)
    .where('project_id', place.projectId === undefined ? 'is' : '=', place.projectId ?? null)
    .where('namespace_id', place.namespaceId === undefined ? 'is' : '=', place.namespaceId ?? null)
    .executeTakeFirst();
}

/** Until the end of the transaction nobody else changes the choices of this user. */
export async function holdChoices(db: Db | Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`notification choices:${userId}`}, 0))`.execute(db);
}

export async function saveChoice(db: Db | Tx, userId: number, place: ChoiceScope, choice: Choice): Promise<void> {
  await sql`
    insert into notification_settings (user_id, namespace_id, project_id, level, events)
    values (${userId}, ${place.namespaceId ?? null}, ${place.projectId ?? null}, ${choice.level}, ${[...choice.events]})
    on conflict (user_id, coalesce(namespace_id, 0), coalesce(project_id, 0))
    do update set level = excluded.level, events = excluded.events`.execute(db);
}

/** What these users chose for a project, for the groups (inside first) and for everything. */
export async function choicesOf(
  db: Db | Tx,
  userIds: readonly number[],
  place: ChosenFor,
): Promise<Map<number, Choice[]>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<StoredChoice & { level: NotificationLevel }>`
    select user_id as "userId", project_id as "projectId", namespace_id as "namespaceId", level, events
    from notification_settings
    where user_id = any(${[...userIds]}::bigint[]) and (project_id = ${place.projectId}::bigint
      or namespace_id = any(${[...place.namespaceIds]}::bigint[]) or (project_id is null and namespace_id is null))
    order by project_id nulls last,
      array_position(${[...place.namespaceIds]}::bigint[], namespace_id) desc nulls last`.execute(db);
  const found = new Map<number, Choice[]>();
  for (const { userId, level, events } of rows) {
    found.set(userId, [...(found.get(userId) ?? []), { level, events }]);
  }
  return found;
}

/** Users who chose to hear of what they take no part in, here or everywhere. */
export async function listWatchers(db: Db | Tx, place: ChosenFor): Promise<{ here: number[]; everywhere: number[] }> {
  const { rows } = await sql<{ userId: number; isHere: boolean }>`
    select user_id as "userId", (project_id is not null or namespace_id is not null) as "isHere"
    from notification_settings
    where level in ('watch', 'custom') and (project_id = ${place.projectId}::bigint
      or namespace_id = any(${[...place.namespaceIds]}::bigint[]) or (project_id is null and namespace_id is null))
    order by user_id`.execute(db);
  return {
    here: rows.filter((row) => row.isHere).map((row) => row.userId),
    everywhere: rows.filter((row) => !row.isHere).map((row) => row.userId),
  };
}

/** Own choices for places, for the settings page: newest place last. */
export async function listChoices(db: Db | Tx, userId: number): Promise<StoredChoice[]> {
  const rows = await db
    .selectFrom('notification_settings')
    .selectAll()
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('project_id', 'is not', null), eb('namespace_id', 'is not', null)]))
    .orderBy('id')
    .limit(200)
    .execute();
  return rows.map((row) => ({
    userId: row.user_id,
    projectId: row.project_id,
    namespaceId: row.namespace_id,
    level: row.level,
    events: row.events,
  }));
}
