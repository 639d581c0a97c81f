import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { runMigrations } from 'graphile-worker';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

import { dumpJobs, loadJobs, newJob } from './dump-jobs.ts';

/** One table as it was dumped: where its rows are and which columns they have, in order. */
type DumpedTable = { schema: string; name: string; columns: string[]; file: string; rows: number };
type DumpedSequence = { name: string; value: string | null };
export type DatabaseDump = {
  tables: DumpedTable[];
  sequences: DumpedSequence[];
  migrations: string[];
  /** Missing in backups of versions that left them out. */
  jobs?: Awaited<ReturnType<typeof dumpJobs>>;
};

const SKIPPED = new Set(['schema_migrations']);

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

async function listTables(client: pg.Client): Promise<{ schema: string; name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ schema: string; name: string; columns: string[] }>(`
    select c.table_schema as schema, c.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
    group by 1, 2 order by 2`);
  return rows.filter((row) => !SKIPPED.has(row.name));
}

/** Every row of every table and every waiting job as of one moment; the rows compressed, one file a table. Writers are not held up. */
export async function dumpDatabase(url: string, dir: string): Promise<DatabaseDump> {
  await mkdir(dir, { recursive: true });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const tables: DumpedTable[] = [];
    for (const table of await listTables(client)) {
      const file = `${table.name}.copy.gz`;
      const columns = table.columns.map((column) => quoted(column)).join(', ');
      const rows = client.query(copyTo(`COPY (SELECT ${columns} FROM ${quoted(table.name)}) TO STDOUT`));
      await pipeline(rows, createGzip({ level: 6 }), createWriteStream(path.join(dir, file), { flush: true }));
      tables.push({ ...table, file, rows: rows.rowCount ?? 0 });
    }
    const sequences = await client.query<DumpedSequence>(
      `select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public'`,
    );
    const migrations = await client.query<{ version: string }>(
      'select version from schema_migrations order by version',
    );
    const jobs = await dumpJobs(client);
    await client.query('COMMIT');
    const dump: DatabaseDump = {
      tables,
      sequences: sequences.rows,
      migrations: migrations.rows.map((row) => row.version),
      jobs,
    };
    await writeFile(path.join(dir, 'database.json'), JSON.stringify(dump, null, 2));
    return dump;
  } finally {
    await client.end();
  }
}

/**
 * Fills a freshly migrated, otherwise empty database from a dump, in one transaction. The schema must have every
 * migration of the dump; newer ones are fine as long as they only add.
 */
export async function loadDatabase(url: string, dir: string, afterwards: readonly string[] = []): Promise<void> {
  const dump = JSON.parse(await readFile(path.join(dir, 'database.json'), 'utf8')) as DatabaseDump;
  // The queue sets itself up; only a running service would do so otherwise.
  await runMigrations({ connectionString: url });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN');
    // Rows come table by table; references and append-only triggers are satisfied again when all of them are there.
    await client.query("SET LOCAL session_replication_role = 'replica'");
    for (const table of dump.tables) await client.query(`DELETE FROM ${quoted(table.name)}`);
    for (const table of dump.tables) {
      const columns = table.columns.map((column) => quoted(column)).join(', ');
      const rows = client.query(copyFrom(`COPY ${quoted(table.name)} (${columns}) FROM STDIN`));
      await pipeline(createReadStream(path.join(dir, table.file)), createGunzip(), rows);
    }
    for (const sequence of dump.sequences) {
      if (sequence.value !== null)
        await client.query('SELECT setval($1::regclass, $2)', [quoted(sequence.name), sequence.value]);
    }
    await loadJobs(client, [...(dump.jobs ?? []), ...afterwards.map(newJob)]);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}
