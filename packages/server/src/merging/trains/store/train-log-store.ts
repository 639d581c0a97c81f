import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { TrainEvent, TrainLogTable } from '../tables.ts';

export type TrainLogRow = Selectable<TrainLogTable>;
export type LogDetails = Record<string, string | number | string[] | null>;

/** Writes down what happened to a car, for the page of the train. */
export async function logCar(
  db: Db | Tx,
  carId: number,
  at: Date,
  event: TrainEvent,
  details: LogDetails = {},
): Promise<void> {
  await db
    .insertInto('train_log')
    .values({ car_id: carId, at, event, details: JSON.stringify(details) })
    .execute();
}

/** What happened to these cars, in order. */
export async function listCarLog(db: Db | Tx, carIds: readonly number[]): Promise<TrainLogRow[]> {
  if (carIds.length === 0) return [];
  return db
    .selectFrom('train_log')
    .selectAll()
    .where('car_id', 'in', [...carIds])
    .orderBy('id')
    .execute();
}
