import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { migrateJobs } from '../src/platform/jobs.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

/** One real PostgreSQL for the whole run, with a migrated template that every test file copies in milliseconds. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(path.join(tmpdir(), 'tributary-test-pg-'));
  const postgres = await startEmbeddedPostgres(path.join(dir, 'postgres'));
  const templateUrl = postgres.url.replace(/\/tributary$/, '/template_tributary');
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query('ALTER SYSTEM SET fsync = off');
  await admin.query('ALTER SYSTEM SET synchronous_commit = off');
  await admin.query('ALTER SYSTEM SET full_page_writes = off');
  await admin.query('SELECT pg_reload_conf()');
  await admin.query('CREATE DATABASE template_tributary');
  await admin.end();
  await migrate(templateUrl);
  const pool = new pg.Pool({ connectionString: templateUrl });
  const rethrow = (error: Error) => {
    throw error;
  };
  pool.on('error', rethrow);
  pool.on('connect', (client) => client.on('error', rethrow));
  await migrateJobs(pool);
  await pool.end();
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dir, { recursive: true, force: true });
  };
}
