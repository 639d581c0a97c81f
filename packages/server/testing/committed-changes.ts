import { sql } from 'kysely';
import type { TestApp } from './test-app.ts';

/** Say when someone was last here, or keep what was worked out for someone who may see it. */
const NOT_COUNTED = ['users', 'personal_access_tokens', 'sessions', 'diff_indexes', 'diff_leftovers'];

/**
 * Notes each table where a row is made, changed or taken away from now on, once that is committed: what was written and taken
 * back is not counted. Answers with the tables since it was asked the last time.
 */
export async function watchCommittedChanges(app: TestApp): Promise<() => Promise<string[]>> {
  const { db } = app.platform;
  const { rows: tables } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = 'public' AND relkind IN ('r', 'p') AND NOT relispartition`.execute(db);
  const names = tables.map(({ name }) => name);
  const unknown = NOT_COUNTED.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`no such tables: ${unknown.join(', ')}`);
  const triggers = names
    .filter((name) => !NOT_COUNTED.includes(name))
    .map(
      (name) => `CREATE TRIGGER committed AFTER INSERT OR UPDATE OR DELETE ON ${name}
        FOR EACH ROW EXECUTE FUNCTION note_change()`,
    );
  await sql
    .raw(
      [
        'CREATE UNLOGGED TABLE committed_changes (name text NOT NULL)',
        `CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
           BEGIN INSERT INTO committed_changes VALUES (TG_TABLE_NAME); RETURN NULL; END $$`,
        ...triggers,
      ].join(';\n'),
    )
    .execute(db);
  return async () => {
    const { rows } = await sql<{ name: string }>`DELETE FROM committed_changes RETURNING name`.execute(db);
    return [...new Set(rows.map(({ name }) => name))].toSorted();
  };
}
