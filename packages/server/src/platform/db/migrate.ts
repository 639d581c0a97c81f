import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

const MIGRATIONS_DIR = path.resolve(import.meta.dirname, '../../../../../db/migrations');
const LOCK_KEY = 7_261_904;

/** The database and the migrations of this code are not of one line; the message says what to do. */
export class SchemaMismatch extends Error {}

type Migration = { version: string; name: string; sql: string; checksum: string };

async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(MIGRATIONS_DIR)).filter((file) => file.endsWith('.sql')).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(path.join(MIGRATIONS_DIR, file), 'utf8');
      return {
        version: file.slice(0, 4),
        name: file,
        sql: text,
        checksum: createHash('sha256').update(text).digest('hex'),
      };
    }),
  );
}

type AppliedMigration = { version: string; name: string; checksum: string };

/** What the database went through must be the beginning of what this code would do. */
function refuseMismatch(applied: readonly AppliedMigration[], known: readonly Migration[]): void {
  for (const row of applied) {
    const migration = known.find((each) => each.version === row.version);
    if (!migration) {
      throw new SchemaMismatch(
        `The database has the migration ${row.name}, which this version of Tributary does not support. Start a newer version, or restore the backup from before the upgrade.`,
      );
    }
    if (migration.checksum !== row.checksum) {
      throw new SchemaMismatch(
        `The migration ${migration.name} was changed after it ran on this database${row.name === migration.name ? '' : ` (as ${row.name})`}.\nApplied migrations must not change. Restore the released file, and put the change in a new migration. The database was not changed.`,
      );
    }
  }
}

/**
 * Brings the schema forward, one transaction a migration, so that a killed run can be repeated. Processes that start
 * together wait for each other. Throws SchemaMismatch when the database has migrations that this code lacks, or has applied
 * one that reads differently here.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      version text PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
    const known = await readMigrations();
    const { rows } = await client.query<AppliedMigration>(
      'SELECT version, name, checksum FROM schema_migrations ORDER BY version',
    );
    refuseMismatch(rows, known);
    const applied = new Set(rows.map((row) => row.version));
    const pending = known.filter((migration) => !applied.has(migration.version));
    for (const migration of pending) await apply(client, migration);
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

export type SchemaState = { serverVersion: string; pending: string[] };

/** How far the schema is, without changing it. Everything is pending where it was never migrated. */
export async function inspectSchema(url: string): Promise<SchemaState> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 4_000 });
  await client.connect();
  try {
    const known = await readMigrations();
    const version = await client.query<{ server_version: string }>('SHOW server_version');
    const serverVersion = version.rows[0]?.server_version ?? 'unknown';
    const table = await client.query<{ name: string | null }>("SELECT to_regclass('schema_migrations')::text AS name");
    const hasTable = typeof table.rows[0]?.name === 'string';
    const { rows } = hasTable
      ? await client.query<{ version: string }>('SELECT version FROM schema_migrations')
      : { rows: [] };
    const applied = new Set(rows.map((row) => row.version));
    const pending = known.filter((migration) => !applied.has(migration.version)).map((migration) => migration.name);
    return { serverVersion, pending };
  } finally {
    await client.end();
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(migration.sql);
    await client.query('INSERT INTO schema_migrations (version, name, checksum) VALUES ($1, $2, $3)', [
      migration.version,
      migration.name,
      migration.checksum,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`migration ${migration.name} failed`, { cause: error });
  }
}
