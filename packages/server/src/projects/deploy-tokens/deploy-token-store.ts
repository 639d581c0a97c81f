import type { Insertable, Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { DeployTokenTable } from '../tables.ts';

export type DeployTokenRow = Selectable<DeployTokenTable>;
export type DeployTokenOwner = { kind: 'project' | 'group'; id: number };

const columnOf = ({ kind }: DeployTokenOwner) =>
  kind === 'project' ? ('project_id' as const) : ('namespace_id' as const);

/** `today` is `YYYY-MM-DD`. */
const lives = (today: string) =>
  sql<boolean>`revoked_at is null and (expires_at is null or expires_at >= ${today}::date)`;

export function insertDeployToken(db: Db | Tx, row: Insertable<DeployTokenTable>): Promise<DeployTokenRow> {
  return db.insertInto('deploy_tokens').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Tokens that were not revoked, of one project or group or of all; newest first. */
export async function listDeployTokenRows(
  db: Db | Tx,
  filter: { owner?: DeployTokenOwner; isActive?: boolean | undefined; today: string },
  page: { offset: number; limit: number },
): Promise<{ rows: DeployTokenRow[]; total: number }> {
  let of = db.selectFrom('deploy_tokens').where('revoked_at', 'is', null);
  if (filter.owner) of = of.where(columnOf(filter.owner), '=', filter.owner.id);
  if (filter.isActive === true) of = of.where(lives(filter.today));
  if (filter.isActive === false) of = of.where((eb) => eb.not(lives(filter.today)));
  const rows = await of.selectAll().orderBy('id', 'desc').offset(page.offset).limit(page.limit).execute();
  const { total } = await of.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

export function findDeployTokenOf(
  db: Db | Tx,
  owner: DeployTokenOwner,
  id: number,
): Promise<DeployTokenRow | undefined> {
  return db
    .selectFrom('deploy_tokens')
    .selectAll()
    .where(columnOf(owner), '=', owner.id)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}

export function findLivingDeployToken(db: Db | Tx, digest: Buffer, today: string): Promise<DeployTokenRow | undefined> {
  return db
    .selectFrom('deploy_tokens')
    .selectAll()
    .where('token_digest', '=', digest)
    .where(lives(today))
    .executeTakeFirst();
}

export async function touchDeployToken(db: Db | Tx, id: number, now: Date): Promise<void> {
  await db.updateTable('deploy_tokens').set({ last_used_at: now }).where('id', '=', id).execute();
}

export async function revokeDeployTokenRow(db: Db | Tx, id: number, now: Date): Promise<void> {
  await db.updateTable('deploy_tokens').set({ revoked_at: now }).where('id', '=', id).execute();
}

export async function countDeployTokens(db: Db | Tx, owner: DeployTokenOwner): Promise<number> {
  const { total } = await db
    .selectFrom('deploy_tokens')
    .select(sql<number>`count(*)::int`.as('total'))
    .where(columnOf(owner), '=', owner.id)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return total;
}
