import type { Generated } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';

export type CustomAttributeTable = {
  id: Generated<number>;
  user_id: number | null;
  project_id: number | null;
  namespace_id: number | null;
  key: string;
  value: string;
  updated_at: Generated<Date>;
};

declare module '../../platform/db/tables.ts' {
  interface Tables {
    custom_attributes: CustomAttributeTable;
  }
}

export type AttributeTarget = { kind: 'user' | 'project' | 'group'; id: number };
export type CustomAttribute = { key: string; value: string };

const COLUMNS = { user: 'user_id', project: 'project_id', group: 'namespace_id' } as const;

export function listAttributes(db: Db | Tx, { kind, id }: AttributeTarget): Promise<CustomAttribute[]> {
  return db
    .selectFrom('custom_attributes')
    .select(['key', 'value'])
    .where(COLUMNS[kind], '=', id)
    .orderBy('key')
    .execute();
}

export async function putAttribute(
  db: Db | Tx,
  { kind, id }: AttributeTarget,
  { key, value }: CustomAttribute,
): Promise<void> {
  await db
    .insertInto('custom_attributes')
    .values({ user_id: null, project_id: null, namespace_id: null, [COLUMNS[kind]]: id, key, value })
    .onConflict((conflict) =>
      conflict.columns([COLUMNS[kind], 'key']).doUpdateSet({ value, updated_at: sql<Date>`now()` }),
    )
    .execute();
}

/** False when there was none. */
export async function deleteAttribute(db: Db | Tx, { kind, id }: AttributeTarget, key: string): Promise<boolean> {
  const row = await db
    .deleteFrom('custom_attributes')
    .where(COLUMNS[kind], '=', id)
    .where('key', '=', key)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ids of what has all of these attributes. */
export async function idsWithAttributes(
  db: Db | Tx,
  kind: AttributeTarget['kind'],
  attributes: Readonly<Record<string, string>>,
): Promise<number[]> {
  const wanted = Object.entries(attributes);
  const column = sql.ref<number>(COLUMNS[kind]);
  const { rows } = await sql<{ id: number }>`
    select ${column} as id from custom_attributes
    where ${column} is not null and (key, value) in (
      select * from unnest(${wanted.map(([key]) => key)}::text[], ${wanted.map(([, value]) => value)}::text[]))
    group by ${column} having count(*) = ${wanted.length}`.execute(db);
  return rows.map((row) => row.id);
}
