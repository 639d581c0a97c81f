import { type Db, sql, type Tx } from '../../../platform/db/database.ts';
import { CONTACT_MS, type RunnerManagerRow } from './runner-store.ts';

export type ManagerFacts = Partial<
  Pick<RunnerManagerRow, 'version' | 'revision' | 'platform' | 'architecture' | 'executor' | 'ip_address'>
>;

const isSubset = (part: object, whole: object): boolean =>
  Object.entries(part).every(([key, value]) => new Map(Object.entries(whole)).get(key) === value);

/** The machine of this name, made when it is new; what it says of itself counts, what it leaves out stays. */
export async function upsertManager(
  db: Db | Tx,
  key: { runnerId: number; systemId: string },
  facts: ManagerFacts,
  now: Date,
): Promise<RunnerManagerRow> {
  const given = Object.fromEntries(Object.entries(facts).filter(([, value]) => value != null));
  const known = await db
    .selectFrom('ci_runner_managers')
    .selectAll()
    .where('runner_id', '=', key.runnerId)
    .where('system_id', '=', key.systemId)
    .executeTakeFirst();
  const isSame = known !== undefined && isSubset(given, known);
  if (isSame && known.contacted_at && now.getTime() - known.contacted_at.getTime() < CONTACT_MS) return known;
  return db
    .insertInto('ci_runner_managers')
    .values({
      version: null,
      revision: null,
      platform: null,
      architecture: null,
      executor: null,
      ip_address: null,
      ...given,
      runner_id: key.runnerId,
      system_id: key.systemId,
      contacted_at: now,
    })
    .onConflict((conflict) => conflict.columns(['runner_id', 'system_id']).doUpdateSet({ ...given, contacted_at: now }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function listManagers(db: Db | Tx, runnerId: number): Promise<RunnerManagerRow[]> {
  return db
    .selectFrom('ci_runner_managers')
    .selectAll()
    .where('runner_id', '=', runnerId)
    .orderBy('id', 'desc')
    .limit(1_000)
    .execute();
}

/** The machine that was heard of last, by runner. */
export async function latestManagers(
  db: Db | Tx,
  runnerIds: readonly number[],
): Promise<Map<number, RunnerManagerRow>> {
  if (runnerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('ci_runner_managers')
    .selectAll()
    .distinctOn('runner_id')
    .where('runner_id', 'in', [...runnerIds])
    .orderBy('runner_id')
    .orderBy(sql`contacted_at desc nulls last`)
    .execute();
  return new Map(rows.map((row) => [row.runner_id, row]));
}

export async function busyManagers(db: Db | Tx, runnerId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('ci_jobs')
    .select('runner_manager_id')
    .distinct()
    .where('runner_id', '=', runnerId)
    .where('status', 'in', ['running', 'canceling'])
    .execute();
  return new Set(rows.flatMap((row) => row.runner_manager_id ?? []));
}

export async function deleteManager(db: Db | Tx, runnerId: number, systemId: string): Promise<boolean> {
  const rows = await db
    .deleteFrom('ci_runner_managers')
    .where('runner_id', '=', runnerId)
    .where('system_id', '=', systemId)
    .returning('id')
    .execute();
  return rows.length > 0;
}

export async function listManagersByIds(db: Db | Tx, ids: readonly number[]): Promise<RunnerManagerRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('ci_runner_managers')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
}
