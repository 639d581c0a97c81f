import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { NamespaceRow, ProjectRow } from '../../projects/index.ts';
import type { PushReceived } from '../../repositories/index.ts';

const PREFIX = { branch: 'refs/heads/', tag: 'refs/tags/' } as const;

/** The last push to a branch (or tag) of the project that left it in place. */
export async function newestPush(
  db: Db | Tx,
  projectId: number,
  refKind: 'branch' | 'tag',
): Promise<PushReceived | undefined> {
  const row = await db
    .selectFrom('push_events')
    .selectAll()
    .where('project_id', '=', projectId)
    .where(sql<boolean>`starts_with(ref, ${PREFIX[refKind]})`)
    .where('action', '<>', 'deleted')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    pushEventId: row.id,
    projectId,
    ref: row.ref,
    refKind,
    name: row.ref.slice(PREFIX[refKind].length),
    oldSha: row.old_sha,
    newSha: row.new_sha,
    actorId: row.actor_id,
    action: row.action,
    isForced: row.is_forced,
    commitCount: row.commit_count,
  };
}

/** The project that was made last and is there; of a group, with a repository and in the group or below it. */
export function newestProject(db: Db | Tx, groupId?: number): Promise<ProjectRow | undefined> {
  const of = db.selectFrom('projects').selectAll().where('deleting_since', 'is', null).orderBy('id', 'desc').limit(1);
  if (groupId === undefined) return of.executeTakeFirst();
  const inGroup = sql<boolean>`exists (
    select 1 from namespaces n where n.id = projects.namespace_id and ${groupId} = any(n.traversal_ids))`;
  return of.where(inGroup).where('is_empty', '=', false).executeTakeFirst();
}

export function newestMember(db: Db | Tx, groupId: number) {
  return db
    .selectFrom('members')
    .selectAll()
    .where('namespace_id', '=', groupId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The group that was made last in a group or below it. */
export function newestSubgroup(db: Db | Tx, groupId: number): Promise<NamespaceRow | undefined> {
  return db
    .selectFrom('namespaces')
    .selectAll()
    .where(sql<boolean>`traversal_ids @> array[${groupId}::bigint]`)
    .where('id', '<>', groupId)
    .where('deleting_since', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
