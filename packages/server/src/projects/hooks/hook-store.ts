import { OTHER_HOOK_EVENTS, type OtherHookEvent } from '@tributary/contract/projects/hooks.ts';
import type { HookEventKey } from '@tributary/contract/projects/page.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { ProjectHookTable } from '../tables.ts';

export type HookRow = Selectable<ProjectHookTable>;

export async function listHookRows(
  db: Db | Tx,
  projectId: number,
  page: { offset: number; limit: number },
): Promise<{ rows: HookRow[]; total: number }> {
  const of = db.selectFrom('project_hooks').where('project_id', '=', projectId);
  const rows = await of.selectAll().orderBy('id').offset(page.offset).limit(page.limit).execute();
  const { total } = await of.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

export async function hookOfProject(db: Db | Tx, projectId: number, hookId: number): Promise<HookRow | undefined> {
  return db
    .selectFrom('project_hooks')
    .selectAll()
    .where('id', '=', hookId)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
}

export async function hookById(db: Db | Tx, id: number): Promise<HookRow | undefined> {
  return db.selectFrom('project_hooks').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Holds the hook until the transaction ends. */
export async function lockHook(db: Db | Tx, id: number): Promise<HookRow | undefined> {
  return db.selectFrom('project_hooks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

const isListed = (trigger: HookEventKey): trigger is Extract<HookEventKey, OtherHookEvent> =>
  OTHER_HOOK_EVENTS.some((name) => name === trigger);

/** Whether the hook wants this trigger. */
export function wantsTrigger(hook: HookRow, trigger: HookEventKey): boolean {
  return isListed(trigger) ? hook.other_events.includes(trigger) : hook[trigger];
}

/** Hooks that want this trigger and were not switched off for failing. */
export async function hooksFor(db: Db | Tx, projectId: number, trigger: HookEventKey): Promise<HookRow[]> {
  return db
    .selectFrom('project_hooks')
    .selectAll()
    .where('project_id', '=', projectId)
    .where(isListed(trigger) ? sql<boolean>`${trigger} = any(other_events)` : sql<boolean>`${sql.ref(trigger)}`)
    .where('disabled_reason', 'is', null)
    .orderBy('id')
    .execute();
}

export async function countHooks(db: Db | Tx, projectId: number): Promise<number> {
  const { total } = await db
    .selectFrom('project_hooks')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('project_id', '=', projectId)
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
