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

type PathRow = { id: number; full_path: string };

/** Paths of projects that are not being deleted; the caller has asked already whether they may be seen. */
export function projectPaths(db: Db | Tx, ids: readonly number[]): Promise<PathRow[]> {
  const query = db.selectFrom('projects').select(['id', 'full_path']).where('deleting_since', 'is', null);
  return query.where('id', 'in', [...ids]).execute();
}

/** The same of groups. */
export function groupPaths(db: Db | Tx, ids: readonly number[]): Promise<PathRow[]> {
  const query = db.selectFrom('namespaces').select(['id', 'full_path']).where('deleting_since', 'is', null);
  return query
    .where('kind', '=', 'group')
    .where('id', 'in', [...ids])
    .execute();
}
