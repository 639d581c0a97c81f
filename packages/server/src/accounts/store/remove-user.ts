import { type Db, sql, type Tx } from '../../platform/db/database.ts';

type Database = Db | Tx;
type ForeignKey = { table_name: string; column_name: string };

/** As `pg_constraint.confdeltype` has it. */
const KINDS = { 'SET NULL': ['n'], CASCADE: ['c'], nothing: ['a', 'r'] };

/**
 * Columns that name a user, by what becomes of them with the user: `SET NULL` says that the row is shown to others and
 * outlives who did it, `CASCADE` that it is the user's own, nothing that the user has to stay. Read from the database
 * itself, so that a table added later is counted too.
 */
async function referencesToUsers(db: Database, onDelete: keyof typeof KINDS): Promise<ForeignKey[]> {
  const kinds = KINDS[onDelete];
  const { rows } = await sql<ForeignKey>`
    select c.conrelid::regclass::text as table_name, a.attname as column_name
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass and c.confdeltype = any(${kinds}::"char"[])
    order by 1, 2`.execute(db);
  return rows;
}

/** Does any row name this user that cannot do without them? */
export async function isUserNeeded(db: Database, id: number): Promise<boolean> {
  for (const { table_name: table, column_name: column } of await referencesToUsers(db, 'nothing')) {
    const found = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit 1`.execute(db);
    if (found.rows.length > 0) return true;
  }
  return false;
}

/** Removes what is the user's own, before the account: what is left then is what others see. */
export async function deleteUserRows(db: Database, id: number): Promise<void> {
  for (const { table_name: table, column_name: column } of await referencesToUsers(db, 'CASCADE')) {
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(db);
  }
}

/** As many rows of one table are changed at once of someone who has very many. */
const MANY = 2_000;

async function hasMany(db: Database, { table_name: table, column_name: column }: ForeignKey, id: number) {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit ${MANY + 1}) as found`.execute(db);
  return (rows[0]?.count ?? 0) > MANY;
}

function some({ table_name: table, column_name: column }: ForeignKey, id: number) {
  return sql`select ctid from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit ${MANY}`;
}

/** A part of what `deleteUserRows` does, where it is very much; false when it is not. */
export async function deleteSomeUserRows(db: Database, id: number): Promise<boolean> {
  for (const key of await referencesToUsers(db, 'CASCADE')) {
    if (!(await hasMany(db, key, id))) continue;
    await sql`delete from ${sql.table(key.table_name)} where ctid in (${some(key, id)})`.execute(db);
    return true;
  }
  return false;
}

/** A part of what `handOverWork` does, where it is very much; false when it is not. Some is always left for the end. */
export async function handOverSomeWork(db: Database, fromId: number, to: () => Promise<number>): Promise<boolean> {
  // Rows that go with the user are not handed over.
  const own = new Set((await referencesToUsers(db, 'CASCADE')).map((key) => key.table_name));
  for (const key of await referencesToUsers(db, 'SET NULL')) {
    if (own.has(key.table_name) || !(await hasMany(db, key, fromId))) continue;
    const toId = await to();
    await sql`update ${sql.table(key.table_name)} set ${sql.ref(key.column_name)} = ${toId}
      where ctid in (${some(key, fromId)})`.execute(db);
    return true;
  }
  return false;
}

/** What would be left without an author is said to be someone else's from now on. Returns how many rows that were. */
export async function handOverWork(db: Database, fromId: number, toId: number): Promise<number> {
  let count = 0;
  for (const { table_name: table, column_name: column } of await referencesToUsers(db, 'SET NULL')) {
    const ref = sql.ref(column);
    const moved = await sql`update ${sql.table(table)} set ${ref} = ${toId} where ${ref} = ${fromId}`.execute(db);
    count += Number(moved.numAffectedRows ?? 0n);
  }
  return count;
}

/** Is there anything of this user that `handOverWork` would move? */
export async function hasWork(db: Database, id: number): Promise<boolean> {
  for (const { table_name: table, column_name: column } of await referencesToUsers(db, 'SET NULL')) {
    const found = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit 1`.execute(db);
    if (found.rows.length > 0) return true;
  }
  return false;
}

export async function deleteUserRow(db: Database, id: number): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute();
}
