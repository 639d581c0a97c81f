import type { CatalogSort } from '@tributary/contract/ci/catalog-page.ts';
import type { RawBuilder } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type {} from './tables.ts';

/** Whether the project was none before. */
export async function insertResource(db: Db | Tx, projectId: number): Promise<boolean> {
  const row = await db
    .insertInto('ci_catalog_resources')
    .values({ project_id: projectId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the project was one before. */
export async function deleteResource(db: Db | Tx, projectId: number): Promise<boolean> {
  const row = await db
    .deleteFrom('ci_catalog_resources')
    .where('project_id', '=', projectId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export function findResource(db: Db | Tx, projectId: number) {
  return db.selectFrom('ci_catalog_resources').selectAll().where('project_id', '=', projectId).executeTakeFirst();
}

export function findResourceById(db: Db | Tx, id: number) {
  return db.selectFrom('ci_catalog_resources').selectAll().where('id', '=', id).executeTakeFirst();
}

type ResourceRow = { id: number; project_id: number; tag: string; released_at: Date };

type ResourceQuery = {
  /** Conditions on rows of `projects p`. */
  conditions: readonly RawBuilder<boolean>[];
  search?: string | undefined;
  sort: CatalogSort;
  now: Date;
  offset: number;
  limit: number;
};

const ORDERS: Record<CatalogSort, RawBuilder<unknown>> = {
  latest_released_at_desc: sql`latest.released_at desc, r.id desc`,
  latest_released_at_asc: sql`latest.released_at, r.id`,
  name_asc: sql`lower(p.name), r.id`,
  name_desc: sql`lower(p.name) desc, r.id desc`,
  star_count_desc: sql`p.star_count desc, latest.released_at desc, r.id desc`,
};

const like = (text: string): string => `%${text.replace(/[\\%_]/g, (char) => `\\${char}`)}%`;

/** Resources with at least one version, each with the newest of them. */
export async function listResourceRows(
  db: Db | Tx,
  { conditions, search, sort, now, offset, limit }: ResourceQuery,
): Promise<{ rows: ResourceRow[]; total: number }> {
  const all = [...conditions];
  if (search) {
    const pattern = like(search);
    all.push(sql<boolean>`(p.name ilike ${pattern} or p.description ilike ${pattern} or p.full_path ilike ${pattern})`);
  }
  const from = sql`ci_catalog_resources r join projects p on p.id = r.project_id
    cross join lateral (select tag, released_at from ci_releases release
      where release.project_id = p.id and release.released_at <= ${now}
        and release.tag ~ '^v?[0-9]{1,9}\.[0-9]{1,9}\.[0-9]{1,9}([-+][A-Za-z0-9_.+-]{1,100})?$'
      order by released_at desc, id desc limit 1) latest
    where ${sql.join(all, sql` and `)}`;
  const [{ rows }, counted] = await Promise.all([
    sql<ResourceRow>`select r.id, r.project_id, latest.tag, latest.released_at from ${from}
      order by ${ORDERS[sort]} limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from ${from}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}
