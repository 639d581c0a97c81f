import type { Extensions } from '../../../platform/extensions.ts';
import { NO_PUSH_RULES, type PushRuleLevel, type StoredPushRule } from '@tributary/contract/projects/push-rules.ts';
import type { Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../../platform/db/database.ts';
import { describeConstraint } from '../../../platform/db/database-errors.ts';
import type { PushRuleTable } from '../tables.ts';

type Database = Db | Tx;
export type PushRuleRow = Selectable<PushRuleTable>;
/** What a rule belongs to; neither is the instance. */
export type PushRuleOwner = { projectId: number } | { groupId: number } | { instance: true };

const EMPTY = Object.fromEntries(Object.keys(NO_PUSH_RULES).map((name) => [name, null])) as StoredPushRule;

function keyOf(owner: PushRuleOwner): Pick<PushRuleRow, 'project_id' | 'namespace_id'> {
  return {
    project_id: 'projectId' in owner ? owner.projectId : null,
    namespace_id: 'groupId' in owner ? owner.groupId : null,
  };
}

/** The rules of the instance, of the groups around the owner and its own, outermost first. */
export async function listPushRules(
  db: Database,
  owner: PushRuleOwner,
): Promise<{ from: PushRuleLevel; row: PushRuleRow }[]> {
  const { project_id: projectId, namespace_id: groupId } = keyOf(owner);
  const { rows } = await sql<PushRuleRow>`
    with here as (
      select n.traversal_ids from projects p join namespaces n on n.id = p.namespace_id where p.id = ${projectId}
      union all select n.traversal_ids from namespaces n where n.id = ${groupId}
    )
    select r.* from push_rules r left join here on true
    where (r.project_id is null and r.namespace_id is null) or r.project_id = ${projectId}
      or r.namespace_id = any(here.traversal_ids)
    order by r.project_id nulls first, array_position(here.traversal_ids, r.namespace_id) nulls first`.execute(db);
  return rows.map((row) => ({ from: levelOf(row), row }));
}

function levelOf(row: PushRuleRow): PushRuleLevel {
  if (row.project_id !== null) return 'project';
  return row.namespace_id === null ? 'instance' : 'group';
}

export function isOwnRule(row: PushRuleRow, owner: PushRuleOwner): boolean {
  const key = keyOf(owner);
  return row.project_id === key.project_id && row.namespace_id === key.namespace_id;
}

export async function insertPushRule(
  db: Database,
  owner: PushRuleOwner,
  values: Partial<StoredPushRule>,
): Promise<void> {
  await db
    .insertInto('push_rules')
    .values({ ...EMPTY, ...values, ...keyOf(owner) })
    .execute();
}

export async function updatePushRule(db: Database, id: number, values: Partial<StoredPushRule>): Promise<void> {
  await db
    .updateTable('push_rules')
    .set({ ...values, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

export async function deletePushRule(db: Database, id: number): Promise<void> {
  await db.deleteFrom('push_rules').where('id', '=', id).execute();
}

export const pushRulesPushRuleStore: Extensions = [
  () => {
    for (const name of ['push_rules_project_id_key', 'push_rules_namespace_id_key', 'push_rules_instance_key'])
      describeConstraint(name, { code: 'push_rule_exists' })();
  },
];
