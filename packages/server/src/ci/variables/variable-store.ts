import type { Insertable, Selectable, Updateable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { VariableTable } from '../tables.ts';
import type { VariableOwner } from './variable-home.ts';

export type VariableRow = Selectable<VariableTable>;

/** The columns that say whose a variable is. */
export const ownerColumns = (owner: VariableOwner) => ({
  project_id: owner.kind === 'project' ? owner.id : null,
  namespace_id: owner.kind === 'group' ? owner.id : null,
});

function ofOwner(db: Db | Tx, owner: VariableOwner) {
  const query = db.selectFrom('ci_variables');
  if (owner.kind === 'project') return query.where('project_id', '=', owner.id);
  if (owner.kind === 'group') return query.where('namespace_id', '=', owner.id);
  return query.where('project_id', 'is', null).where('namespace_id', 'is', null);
}

export type VariablePage = { offset: number; limit: number };

export function listVariableRows(db: Db | Tx, owner: VariableOwner, page: VariablePage): Promise<VariableRow[]> {
  return ofOwner(db, owner)
    .selectAll()
    .orderBy('key')
    .orderBy('environment_scope')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countVariables(db: Db | Tx, owner: VariableOwner): Promise<number> {
  const { count } = await ofOwner(db, owner)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Those of a key, of one environment scope if it is given. */
export function findVariableRows(
  db: Db | Tx,
  owner: VariableOwner,
  { key, environmentScope }: { key: string; environmentScope?: string | undefined },
): Promise<VariableRow[]> {
  let query = ofOwner(db, owner).selectAll().where('key', '=', key);
  if (environmentScope !== undefined) query = query.where('environment_scope', '=', environmentScope);
  return query.orderBy('id').execute();
}

export function insertVariable(db: Db | Tx, values: Insertable<VariableTable>): Promise<VariableRow> {
  return db.insertInto('ci_variables').values(values).returningAll().executeTakeFirstOrThrow();
}

export function updateVariable(db: Db | Tx, id: number, values: Updateable<VariableTable>): Promise<VariableRow> {
  return db
    .updateTable('ci_variables')
    .set({ ...values, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteVariable(db: Db | Tx, id: number): Promise<void> {
  await db.deleteFrom('ci_variables').where('id', '=', id).execute();
}

/** Writers of one owner come one after another, so that none exceeds the limit or takes the same key. */
export async function lockVariables(db: Db | Tx, owner: VariableOwner): Promise<void> {
  const name = owner.kind === 'instance' ? 'instance' : `${owner.kind}:${owner.id}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ci_variables:${name}`}, 0))`.execute(db);
}

export type InheritedVariable = { key: string; environmentScope: string; groupPath: string };

/** Variables of the groups above a project or group, the nearest first, without their values. */
export async function listInheritedVariables(
  db: Db | Tx,
  owner: { kind: 'project' | 'group'; id: number },
): Promise<InheritedVariable[]> {
  const { rows } = await sql<InheritedVariable>`
    select v.key, v.environment_scope as "environmentScope", g.full_path as "groupPath"
    from namespaces own
    join ci_variables v on v.namespace_id = any (own.traversal_ids)
    join namespaces g on g.id = v.namespace_id
    where own.id = ${owner.kind === 'group' ? owner.id : sql`(select namespace_id from projects where id = ${owner.id})`}
      and (${owner.kind === 'project'} or v.namespace_id <> own.id)
    order by array_position(own.traversal_ids, v.namespace_id) desc, v.key limit 500`.execute(db);
  return rows;
}
