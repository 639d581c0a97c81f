import { ZERO_OID } from '@tributary/git';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { RefMove } from '../ref-updates/ref-move.ts';
import type { PushEventTable } from '../tables.ts';

export type IntentRow = {
  id: number;
  projectId: number;
  pushKey: string;
  ref: string;
  oldSha: string;
  newSha: string;
  actorId: number | null;
  sealedOptions: string | null;
  ageSeconds: number;
};

const INSERT_BATCH = 2_000;

export async function insertIntents(
  db: Db | Tx,
  push: {
    projectId: number;
    pushKey: string;
    actorId: number | null;
    moves: readonly RefMove[];
    sealedOptions: string | null;
  },
): Promise<void> {
  for (let at = 0; at < push.moves.length; at += INSERT_BATCH) {
    await db
      .insertInto('push_intents')
      .values(
        push.moves.slice(at, at + INSERT_BATCH).map((move) => ({
          project_id: push.projectId,
          push_key: push.pushKey,
          ref: move.ref,
          old_sha: move.oldSha,
          new_sha: move.newSha,
          actor_id: push.actorId,
          sealed_options: push.sealedOptions,
        })),
      )
      .execute();
  }
}

/** Which of these refs pushes under way are about to create. */
export async function listCreatingIntents(db: Db | Tx, projectId: number, refs: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('push_intents')
    .select('ref')
    .where('project_id', '=', projectId)
    .where('ref', '=', sql<string>`any(${[...refs]}::text[])`)
    .where('old_sha', '=', ZERO_OID)
    .where('new_sha', '<>', ZERO_OID)
    .execute();
  return rows.map((row) => row.ref);
}

export async function deleteIntents(db: Db | Tx, pushKey: string, refs?: readonly string[]): Promise<void> {
  let query = db.deleteFrom('push_intents').where('push_key', '=', pushKey);
  // As one value: a statement has room for 65,535.
  if (refs) query = query.where(sql<boolean>`ref = any(${[...refs]}::text[])`);
  if (refs?.length !== 0) await query.execute();
}

/** Those of the oldest, each with all of its push: what is finished of a push is finished for all of it. */
export async function listIntents(db: Db | Tx, limit: number): Promise<IntentRow[]> {
  const { rows } = await sql<{
    id: number;
    project_id: number;
    push_key: string;
    ref: string;
    old_sha: string;
    new_sha: string;
    actor_id: number | null;
    sealed_options: string | null;
    age: number;
  }>`select id, project_id, push_key, ref, old_sha, new_sha, actor_id, sealed_options,
      extract(epoch from now() - created_at)::float8 as age
    from push_intents where push_key in (select push_key from push_intents order by id limit ${limit}) order by id`.execute(
    db,
  );
  return rows.map((row) => ({
    id: row.id,
    projectId: row.project_id,
    pushKey: row.push_key,
    ref: row.ref,
    oldSha: row.old_sha,
    newSha: row.new_sha,
    actorId: row.actor_id,
    sealedOptions: row.sealed_options,
    ageSeconds: row.age,
  }));
}

export type NewPushEvent = {
  projectId: number;
  pushKey: string;
  ref: string;
  oldSha: string;
  newSha: string;
  action: PushEventTable['action'];
  isForced: boolean;
  commitCount: number;
  commitTitle: string | null;
  actorId: number | null;
};

/** The new rows' ids by ref, without those of this push that are recorded already. */
export async function insertPushEvents(db: Db | Tx, events: readonly NewPushEvent[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (let at = 0; at < events.length; at += INSERT_BATCH) {
    const rows = await db
      .insertInto('push_events')
      .values(
        events.slice(at, at + INSERT_BATCH).map((event) => ({
          project_id: event.projectId,
          push_key: event.pushKey,
          ref: event.ref,
          old_sha: event.oldSha,
          new_sha: event.newSha,
          action: event.action,
          is_forced: event.isForced,
          commit_count: event.commitCount,
          commit_title: event.commitTitle,
          actor_id: event.actorId,
        })),
      )
      .onConflict((conflict) => conflict.constraint('push_events_once').doNothing())
      .returning(['id', 'ref'])
      .execute();
    for (const { id, ref } of rows) ids.set(ref, id);
  }
  return ids;
}

/** Did another push, since then, start where this one started? Only one of the two can have moved the ref from there. */
export async function isOvertaken(db: Db | Tx, intent: IntentRow): Promise<boolean> {
  const { rows } = await sql`
    select 1 from push_events e join push_intents i on i.id = ${intent.id}
    where e.project_id = ${intent.projectId} and e.ref = ${intent.ref} and e.old_sha = ${intent.oldSha}
      and e.push_key <> i.push_key and e.created_at >= i.created_at limit 1`.execute(db);
  return rows.length > 0;
}

/** Did a later push start where this one ended? Then this one happened. */
export async function isContinued(db: Db | Tx, projectId: number, ref: string, sha: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from push_events where project_id = ${projectId} and ref = ${ref} and old_sha = ${sha}
    union all
    select 1 from push_intents where project_id = ${projectId} and ref = ${ref} and old_sha = ${sha}
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Someone pushed: it is active, and no longer empty once something arrived. */
export async function touchProject(
  db: Db | Tx,
  projectId: number,
  change: { now: Date; hasArrived: boolean },
): Promise<void> {
  await db
    .updateTable('projects')
    .set({ last_activity_at: change.now, ...(change.hasArrived && { is_empty: false }) })
    .where('id', '=', projectId)
    .execute();
}

export async function setDefaultBranchColumn(db: Db | Tx, projectId: number, branch: string): Promise<void> {
  await db.updateTable('projects').set({ default_branch: branch }).where('id', '=', projectId).execute();
}

/** Subject of the newest commit of a push. */
export async function pushTitle(db: Db | Tx, pushEventId: number): Promise<string | null> {
  const row = await db
    .selectFrom('push_events')
    .select('commit_title')
    .where('id', '=', pushEventId)
    .executeTakeFirst();
  return row?.commit_title ?? null;
}
