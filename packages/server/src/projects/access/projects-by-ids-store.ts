import type { Db, Tx } from '../../platform/db/database.ts';
import type { ProjectRow } from './store.ts';

/** Rows by id, in no order; the caller has asked already whether they may be seen. */
export function projectRowsByIds(db: Db | Tx, ids: readonly number[]): Promise<ProjectRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('projects')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
}
