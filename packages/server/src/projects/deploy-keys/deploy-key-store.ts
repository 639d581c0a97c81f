import type { Extensions } from '../../platform/extensions.ts';
import type { Insertable, RawBuilder, Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import { describeConstraint } from '../../platform/db/database-errors.ts';
import type { DeployKeyProjectTable, DeployKeyTable } from '../tables.ts';

type Database = Db | Tx;
export type DeployKeyRow = Selectable<DeployKeyTable>;
export type DeployKeyLink = Selectable<DeployKeyProjectTable>;
/** A key as one project has it. */
export type EnabledKey = DeployKeyRow & { can_push: boolean };

export function insertDeployKey(db: Database, row: Insertable<DeployKeyTable>): Promise<DeployKeyRow> {
  return db.insertInto('deploy_keys').values(row).returningAll().executeTakeFirstOrThrow();
}

export function findDeployKeyRow(
  db: Database,
  by: { id: number } | { fingerprint: string },
): Promise<DeployKeyRow | undefined> {
  const query = db.selectFrom('deploy_keys').selectAll();
  return (
    'id' in by ? query.where('id', '=', by.id) : query.where('fingerprint', '=', by.fingerprint)
  ).executeTakeFirst();
}

/** A key that has not expired. */
export function findLivingDeployKey(db: Database, fingerprint: string, now: Date): Promise<DeployKeyRow | undefined> {
  return db
    .selectFrom('deploy_keys')
    .selectAll()
    .where('fingerprint', '=', fingerprint)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirst();
}

export async function touchDeployKey(db: Database, id: number, now: Date): Promise<void> {
  await db.updateTable('deploy_keys').set({ last_used_at: now }).where('id', '=', id).execute();
}

export async function updateDeployKeyRow(
  db: Database,
  id: number,
  values: { title?: string; expires_at?: Date | null },
): Promise<void> {
  if (Object.keys(values).length === 0) return;
  await db.updateTable('deploy_keys').set(values).where('id', '=', id).execute();
}

export async function deleteDeployKeyRow(db: Database, id: number): Promise<void> {
  await db.deleteFrom('deploy_keys').where('id', '=', id).execute();
}

export async function listDeployKeyRows(
  db: Database,
  isPublic: boolean | undefined,
  page: { offset: number; limit: number },
): Promise<{ rows: DeployKeyRow[]; total: number }> {
  let of = db.selectFrom('deploy_keys');
  if (isPublic !== undefined) of = of.where('is_public', '=', isPublic);
  const rows = await of.selectAll().orderBy('id').offset(page.offset).limit(page.limit).execute();
  const { total } = await of
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

const enabled = (db: Database, projectId: number) =>
  db
    .selectFrom('deploy_keys as key')
    .innerJoin('deploy_key_projects as link', 'link.deploy_key_id', 'key.id')
    .selectAll('key')
    .select('link.can_push')
    .where('link.project_id', '=', projectId);

/** Of one project, oldest first. */
export function listEnabledKeys(
  db: Database,
  projectId: number,
  page: { offset: number; limit: number },
): Promise<EnabledKey[]> {
  return enabled(db, projectId).orderBy('key.id').offset(page.offset).limit(page.limit).execute();
}

export async function countEnabledKeys(db: Database, projectId: number): Promise<number> {
  const { total } = await db
    .selectFrom('deploy_key_projects')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('total'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return total;
}

export function findEnabledKey(db: Database, projectId: number, id: number): Promise<EnabledKey | undefined> {
  return enabled(db, projectId).where('key.id', '=', id).executeTakeFirst();
}

export async function putLink(db: Database, link: Insertable<DeployKeyProjectTable>): Promise<void> {
  await db
    .insertInto('deploy_key_projects')
    .values(link)
    .onConflict((conflict) =>
      conflict.columns(['deploy_key_id', 'project_id']).doUpdateSet({ can_push: link.can_push }),
    )
    .execute();
}

export async function deleteLink(db: Database, keyId: number, projectId: number): Promise<void> {
  await db
    .deleteFrom('deploy_key_projects')
    .where('deploy_key_id', '=', keyId)
    .where('project_id', '=', projectId)
    .execute();
}

/** Where these keys are enabled. */
export function listLinks(db: Database, keyIds: readonly number[]): Promise<DeployKeyLink[]> {
  if (keyIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('deploy_key_projects')
    .selectAll()
    .where('deploy_key_id', 'in', [...keyIds])
    .orderBy('project_id')
    .execute();
}

/** Public keys and those that this user created, without those that the project has. */
export function listOfferedKeys(db: Database, userId: number, projectId: number): Promise<DeployKeyRow[]> {
  return db
    .selectFrom('deploy_keys as key')
    .selectAll()
    .where((eb) => eb.or([eb('key.is_public', '=', true), eb('key.created_by_id', '=', userId)]))
    .where((eb) =>
      eb(
        'key.id',
        'not in',
        eb.selectFrom('deploy_key_projects').select('deploy_key_id').where('project_id', '=', projectId),
      ),
    )
    .orderBy('key.id')
    .limit(200)
    .execute();
}

/** Keys of the projects `p` for which all of these hold, oldest first. */
export async function listKeysOfProjects(
  db: Database,
  conditions: readonly RawBuilder<boolean>[],
  page: { offset: number; limit: number },
): Promise<{ rows: DeployKeyRow[]; total: number }> {
  const holds = sql<boolean>`exists (select 1 from deploy_key_projects l join projects p on p.id = l.project_id
    where l.deploy_key_id = deploy_keys.id and p.deleting_since is null and ${sql.join([...conditions], sql` and `)})`;
  const of = db.selectFrom('deploy_keys').where(holds);
  const rows = await of.selectAll().orderBy('id').offset(page.offset).limit(page.limit).execute();
  const { total } = await of
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

export const deployKeysDeployKeyStore: Extensions = [
  describeConstraint('deploy_keys_fingerprint_key', {
    code: 'validation_failed',
    field: 'key',
    message: 'has already been taken',
  }),
];
