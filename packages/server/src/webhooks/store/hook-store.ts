import { OTHER_HOOK_EVENTS, type OtherHookEvent } from '@tributary/contract/projects/hooks.ts';
import type { HookEventKey } from '@tributary/contract/projects/page.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { ProjectHookTable } from '../tables.ts';

export type HookRow = Selectable<ProjectHookTable>;

/** What a delivery belongs to: a switch of the hook, or `system_events`, which every system hook is told of. */
export type HookTrigger = HookEventKey | 'system_events';

/** Events of a project that system hooks are told of too, where they want them. */
const SYSTEM_TRIGGERS: readonly HookTrigger[] = [
  'push_events',
  'tag_push_events',
  'merge_requests_events',
  'repository_update_events',
];

export type HookContainer = { kind: 'project' | 'group'; id: number };
/** Where a webhook belongs: to a project, to a group with all its projects, or to the instance, as a system hook. */
export type HookOwner = HookContainer | { kind: 'instance' };
export const OF_INSTANCE: HookOwner = { kind: 'instance' };

export function ownerOf(hook: Pick<HookRow, 'project_id' | 'namespace_id'>): HookOwner {
  if (hook.project_id !== null) return { kind: 'project', id: hook.project_id };
  return hook.namespace_id === null ? OF_INSTANCE : { kind: 'group', id: hook.namespace_id };
}

export function ownerColumns(owner: HookOwner): Pick<HookRow, 'project_id' | 'namespace_id'> {
  return {
    project_id: owner.kind === 'project' ? owner.id : null,
    namespace_id: owner.kind === 'group' ? owner.id : null,
  };
}

function hooksOf(db: Db | Tx, owner: HookOwner) {
  const hooks = db.selectFrom('project_hooks');
  if (owner.kind === 'instance') return hooks.where('project_id', 'is', null).where('namespace_id', 'is', null);
  return hooks.where(owner.kind === 'project' ? 'project_id' : 'namespace_id', '=', owner.id);
}

export async function listHookRows(
  db: Db | Tx,
  owner: HookOwner,
  page: { offset: number; limit: number },
): Promise<{ rows: HookRow[]; total: number }> {
  const of = hooksOf(db, owner);
  const rows = await of.selectAll().orderBy('id').offset(page.offset).limit(page.limit).execute();
  const { total } = await of.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

export async function hookOf(db: Db | Tx, owner: HookOwner, hookId: number): Promise<HookRow | undefined> {
  return hooksOf(db, owner).selectAll().where('id', '=', hookId).executeTakeFirst();
}

export async function hookById(db: Db | Tx, id: number): Promise<HookRow | undefined> {
  return db.selectFrom('project_hooks').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Holds the hook until the transaction ends. */
export async function lockHook(db: Db | Tx, id: number): Promise<HookRow | undefined> {
  return db.selectFrom('project_hooks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

const isListed = (trigger: HookTrigger): trigger is Extract<HookTrigger, OtherHookEvent> =>
  OTHER_HOOK_EVENTS.some((name) => name === trigger);

/** Whether the hook wants this trigger. */
export function wantsTrigger(hook: HookRow, trigger: HookEventKey): boolean {
  return isListed(trigger) ? hook.other_events.includes(trigger) : hook[trigger];
}

function wanting(trigger: HookTrigger) {
  if (trigger === 'system_events') return sql<boolean>`true`;
  return isListed(trigger) ? sql<boolean>`${trigger} = any(other_events)` : sql<boolean>`${sql.ref(trigger)}`;
}

/** Groups that the project lies in. */
const groupsOf = (projectId: number) => sql<number>`(
  select unnest(n.traversal_ids) from projects p join namespaces n on n.id = p.namespace_id where p.id = ${projectId})`;

/** Hooks that want this trigger and were not switched off for failing; without a project, system hooks alone. */
export async function hooksFor(db: Db | Tx, projectId: number | null, trigger: HookTrigger): Promise<HookRow[]> {
  const isForSystem = projectId === null || SYSTEM_TRIGGERS.includes(trigger);
  const isForProject = projectId !== null && trigger !== 'repository_update_events';
  return db
    .selectFrom('project_hooks')
    .selectAll()
    .where((eb) =>
      eb.or([
        ...(isForProject ? [eb('project_id', '=', projectId), eb('namespace_id', 'in', groupsOf(projectId))] : []),
        ...(isForSystem ? [eb.and([eb('project_id', 'is', null), eb('namespace_id', 'is', null)])] : []),
      ]),
    )
    .where(wanting(trigger))
    .where('disabled_reason', 'is', null)
    .orderBy('id')
    .execute();
}

/** Hooks of the group and of those above it that want this trigger. */
export async function hooksForGroup(db: Db | Tx, groupId: number, trigger: HookTrigger): Promise<HookRow[]> {
  const groups = sql<number>`(select unnest(n.traversal_ids) from namespaces n where n.id = ${groupId})`;
  return db
    .selectFrom('project_hooks')
    .selectAll()
    .where('namespace_id', 'in', groups)
    .where(wanting(trigger))
    .where('disabled_reason', 'is', null)
    .orderBy('id')
    .execute();
}

export async function countHooks(db: Db | Tx, owner: HookOwner): Promise<number> {
  const { total } = await hooksOf(db, owner)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export async function insertHook(db: Db | Tx, row: Insertable<ProjectHookTable>): Promise<HookRow> {
  return db.insertInto('project_hooks').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateHookRow(db: Db | Tx, id: number, changes: Updateable<ProjectHookTable>): Promise<void> {
  await db
    .updateTable('project_hooks')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteHookRow(db: Db | Tx, id: number): Promise<void> {
  await db.deleteFrom('project_hooks').where('id', '=', id).execute();
}
