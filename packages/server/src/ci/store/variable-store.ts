import type { Insertable, Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { PipelineVariableTable } from '../tables.ts';

export type SettingVariableRow = {
  key: string;
  sealed_value: string;
  kind: 'env_var' | 'file';
  is_masked: boolean;
  is_raw: boolean;
  environment_scope: string;
};

/** The variables of the instance, of the groups above the project from the top, and of the project. */
export async function listSettingVariables(
  db: Db | Tx,
  projectId: number,
  includesProtected: boolean,
): Promise<SettingVariableRow[]> {
  const { rows } = await sql<SettingVariableRow>`
    select v.key, v.sealed_value, v.kind, v.is_masked, v.is_raw, v.environment_scope,
           case when v.project_id is not null then 1000 when v.namespace_id is null then 0
                else array_position(n.traversal_ids, v.namespace_id) end as depth
    from projects p join namespaces n on n.id = p.namespace_id
    join ci_variables v on v.project_id = p.id or v.namespace_id = any (n.traversal_ids)
      or (v.project_id is null and v.namespace_id is null)
    where p.id = ${projectId} and (${includesProtected} or not v.is_protected)
    order by depth, v.environment_scope = '*' desc, length(v.environment_scope), v.id`.execute(db);
  return rows;
}

export async function insertPipelineVariables(
  db: Db | Tx,
  rows: readonly Insertable<PipelineVariableTable>[],
): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('ci_pipeline_variables')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['pipeline_id', 'key']).doUpdateSet((eb) => ({ sealed_value: eb.ref('excluded.sealed_value') })),
    )
    .execute();
}

export function listPipelineVariables(db: Db | Tx, pipelineId: number): Promise<Selectable<PipelineVariableTable>[]> {
  return db
    .selectFrom('ci_pipeline_variables')
    .selectAll()
    .where('pipeline_id', '=', pipelineId)
    .orderBy('key')
    .execute();
}
