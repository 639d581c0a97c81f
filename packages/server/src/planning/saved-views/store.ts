import type { SavedViewList } from '@tributary/contract/planning/saved-views.ts';
import type { Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import { describeConstraint } from '../../platform/db/database-errors.ts';
import type { Extensions } from '../../platform/extensions.ts';
import type { ContainerKey } from '../planning-container.ts';
import type { SavedViewTable } from '../tables.ts';

type Database = Db | Tx;
export type SavedViewRow = Selectable<SavedViewTable>;

/** The views of one user for the lists of one project or group. */
export type ViewsOf = { userId: number; place: ContainerKey };

const columnOf = ({ place }: ViewsOf) => (place.kind === 'project' ? 'project_id' : 'namespace_id');

function of(db: Database, owner: ViewsOf) {
  return db.selectFrom('saved_views').where('user_id', '=', owner.userId).where(columnOf(owner), '=', owner.place.id);
}

export function listSavedViews(db: Database, owner: ViewsOf, list: SavedViewList): Promise<SavedViewRow[]> {
  return of(db, owner)
    .selectAll()
    .where('list', '=', list)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
}

export function findSavedView(db: Database, owner: ViewsOf, id: number): Promise<SavedViewRow | undefined> {
  return of(db, owner).selectAll().where('id', '=', id).executeTakeFirst();
}

/** Whoever adds one for a user waits for the others who do, so that all of them are counted. */
export async function holdSavedViews(db: Database, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved views:${userId}`}, 0))`.execute(db);
}

export function insertSavedView(
  db: Database,
  owner: ViewsOf,
  view: { list: SavedViewList; name: string; query: string },
): Promise<SavedViewRow> {
  return db
    .insertInto('saved_views')
    .values({ user_id: owner.userId, [columnOf(owner)]: owner.place.id, ...view })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function renameSavedView(db: Database, id: number, name: string): Promise<SavedViewRow> {
  return db
    .updateTable('saved_views')
    .set({ name, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteSavedView(db: Database, id: number): Promise<void> {
  await db.deleteFrom('saved_views').where('id', '=', id).execute();
}

export const planningSavedViews: Extensions = [
  describeConstraint('saved_views_name', {
    code: 'validation_failed',
    field: 'name',
    message: 'has already been taken',
  }),
];
