import type { Insertable, Selectable, Updateable } from 'kysely';
import { type Db, sql, type Tx } from '../../../platform/db/database.ts';
import type { TrainCarTable } from '../tables.ts';

export type TrainCarRow = Selectable<TrainCarTable>;

/** The train of a target branch. */
export type TrainId = { projectId: number; targetBranch: string };

const ofTrain = (db: Db | Tx, { projectId, targetBranch }: TrainId) =>
  db.selectFrom('train_cars').where('project_id', '=', projectId).where('target_branch', '=', targetBranch);

export function insertCar(db: Db | Tx, values: Insertable<TrainCarTable>): Promise<TrainCarRow> {
  return db.insertInto('train_cars').values(values).returningAll().executeTakeFirstOrThrow();
}

/** Those that are in the train, the front first. */
export function listActiveCars(db: Db | Tx, train: TrainId): Promise<TrainCarRow[]> {
  return ofTrain(db, train).selectAll().where('ended_at', 'is', null).orderBy('id').execute();
}

export function findCar(db: Db | Tx, id: number): Promise<TrainCarRow | undefined> {
  return db.selectFrom('train_cars').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findActiveCar(db: Db | Tx, mergeRequestId: number): Promise<TrainCarRow | undefined> {
  return db
    .selectFrom('train_cars')
    .selectAll()
    .where('merge_request_id', '=', mergeRequestId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

/** In the train or not, the last one of the merge request. */
export function findLastCar(db: Db | Tx, mergeRequestId: number): Promise<TrainCarRow | undefined> {
  return db
    .selectFrom('train_cars')
    .selectAll()
    .where('merge_request_id', '=', mergeRequestId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Changes a car that is still in the train; undefined when it has left. */
export function updateCar(
  db: Db | Tx,
  id: number,
  at: Date,
  changes: Updateable<TrainCarTable>,
): Promise<TrainCarRow | undefined> {
  return db
    .updateTable('train_cars')
    .set({ ...changes, updated_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** The cars that wait for this pipeline; several where a tree was tested once for all of them. */
export function listCarsOfPipeline(db: Db | Tx, pipelineId: number): Promise<TrainCarRow[]> {
  return db
    .selectFrom('train_cars')
    .selectAll()
    .where('pipeline_id', '=', pipelineId)
    .where('ended_at', 'is', null)
    .execute();
}

/**
 * An earlier car whose pipeline passed with exactly this tree: the same content is not tested twice. Only one of the same merge
 * request, head and target, as the rules of jobs may ask for them, and tested since then.
 */
export function findTestOfTree(db: Db | Tx, car: TrainCarRow, since: Date): Promise<TrainCarRow | undefined> {
  return db
    .selectFrom('train_cars')
    .selectAll()
    .where('project_id', '=', car.project_id)
    .where('target_branch', '=', car.target_branch)
    .where('merge_request_id', '=', car.merge_request_id)
    .where('head_sha', '=', car.head_sha)
    .where('tree_sha', '=', car.tree_sha)
    .where('tested_since', '>=', since)
    .where('id', '!=', car.id)
    .where('pipeline_id', 'is not', null)
    .where('verdict', '=', 'passed')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** How many cars the trains of these targets have. */
export async function countActiveCars(db: Db | Tx, train: TrainId): Promise<number> {
  const row = await ofTrain(db, train)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Cars ahead of this one. */
export async function countAhead(db: Db | Tx, car: TrainCarRow): Promise<number> {
  const row = await ofTrain(db, { projectId: car.project_id, targetBranch: car.target_branch })
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('ended_at', 'is', null)
    .where('id', '<', car.id)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Every train that has cars. */
export async function listTrains(db: Db | Tx, projectId?: number): Promise<TrainId[]> {
  let query = db
    .selectFrom('train_cars')
    .select(['project_id as projectId', 'target_branch as targetBranch'])
    .distinct()
    .where('ended_at', 'is', null);
  if (projectId !== undefined) query = query.where('project_id', '=', projectId);
  return query.execute();
}

export type CarFilter = {
  projectId: number;
  targetBranch?: string | undefined;
  scope?: 'active' | 'complete' | 'ended' | undefined;
};

export async function listCars(
  db: Db | Tx,
  { projectId, targetBranch, scope }: CarFilter,
  page: { sort: 'asc' | 'desc'; offset: number; limit: number },
): Promise<{ rows: TrainCarRow[]; total: number }> {
  let query = db.selectFrom('train_cars').where('project_id', '=', projectId);
  if (targetBranch !== undefined) query = query.where('target_branch', '=', targetBranch);
  if (scope === 'active') query = query.where('ended_at', 'is', null);
  if (scope === 'ended') query = query.where('ended_at', 'is not', null);
  if (scope === 'complete') query = query.where('state', 'in', ['merged', 'skip_merged']);
  const rows = await query
    .selectAll()
    .orderBy(scope === 'ended' ? 'ended_at' : 'id', page.sort)
    .orderBy('id', page.sort)
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  const counted = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  return { rows, total: counted.total };
}

/** All cars of a project are built again. */
export async function restaleCars(db: Db | Tx, projectId: number): Promise<void> {
  await db
    .updateTable('train_cars')
    .set({ base_sha: null, state: 'stale' })
    .where('project_id', '=', projectId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Branches that have a train, or had one: the longest train first. */
export function listTrainBranches(db: Db | Tx, projectId: number): Promise<{ name: string; count: number }[]> {
  return db
    .selectFrom('train_cars')
    .select(['target_branch as name', sql<number>`count(*) filter (where ended_at is null)::int`.as('count')])
    .where('project_id', '=', projectId)
    .groupBy('target_branch')
    .orderBy('count', 'desc')
    .orderBy('target_branch')
    .limit(50)
    .execute();
}
