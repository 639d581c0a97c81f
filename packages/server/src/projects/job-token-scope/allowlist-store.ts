import { type Db, sql, type Tx } from '../../platform/db/database.ts';

/** What is on an allowlist: a project, or a group with all projects in it. */
export type AllowlistTarget = { kind: 'project' | 'group'; id: number };

const columnOf = ({ kind }: Pick<AllowlistTarget, 'kind'>) =>
  kind === 'project' ? ('target_project_id' as const) : ('target_group_id' as const);

/** In the order in which they were added. */
export async function allowlistIds(
  db: Db | Tx,
  projectId: number,
  kind: AllowlistTarget['kind'],
  page: { offset: number; limit: number },
): Promise<{ ids: number[]; total: number }> {
  const column = columnOf({ kind });
  const of = db.selectFrom('job_token_allowlist').where('project_id', '=', projectId).where(column, 'is not', null);
  const rows = await of
    .select(`${column} as id`)
    .orderBy('job_token_allowlist.id')
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  const { total } = await of.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  return { ids: rows.flatMap((row) => row.id ?? []), total };
}

/** False when it is on the list already. */
export async function addToAllowlist(
  db: Db | Tx,
  projectId: number,
  target: AllowlistTarget,
  addedBy: number | null,
): Promise<boolean> {
  const row = await db
    .insertInto('job_token_allowlist')
    .values({ project_id: projectId, [columnOf(target)]: target.id, added_by_id: addedBy })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False when it is not on the list. */
export async function removeFromAllowlist(db: Db | Tx, projectId: number, target: AllowlistTarget): Promise<boolean> {
  const row = await db
    .deleteFrom('job_token_allowlist')
    .where('project_id', '=', projectId)
    .where(columnOf(target), '=', target.id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
