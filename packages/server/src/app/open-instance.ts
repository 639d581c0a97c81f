import path from 'node:path';
import { SYSTEM } from '../platform/actor.ts';
import type { Config } from '../platform/config.ts';
import { type Context, contextFor, type Platform } from '../platform/context.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { inspectSchema, migrate } from '../platform/db/migrate.ts';
import { migrateJobs } from '../platform/jobs.ts';
import { CommandFailed } from './commands.ts';
import { createPlatform } from './create-platform.ts';
import { lockDataDirectory } from './data-lock.ts';
import { prepareInstance } from './prepare-instance.ts';
import { saveRootPassword } from './root-password.ts';

export type OpenedDatabase = { url: string; close(): Promise<void> };

/**
 * The database for one command: the one that is set, that of a running service (or one a killed service left behind),
 * else the embedded one, started now and stopped by `close`.
 */
export async function openCommandDatabase(config: Config): Promise<OpenedDatabase> {
  const nothing = async () => undefined;
  if (config.databaseUrl) return { url: config.databaseUrl, close: nothing };
  const dir = path.join(config.dataDir, 'postgres');
  const running = await findRunningPostgres(dir);
  if (running !== undefined) return { url: running, close: nothing };
  const unlock = await lockDataDirectory(config.dataDir);
  try {
    const postgres = await startEmbeddedPostgres(dir);
    const close = async () => {
      await postgres.stop();
      await unlock();
    };
    return { url: postgres.url, close };
  } catch (error) {
    await unlock();
    throw error;
  }
}

export type OpenedInstance = { ctx: Context; close(): Promise<void> };

const asCommand = (platform: Platform): Context => contextFor(platform, SYSTEM, { id: 'command' });

/** The instance as it is. Refused where the schema is older than this code, which would not understand it. */
export async function openUnchangedInstance(config: Config, databaseUrl: string): Promise<OpenedInstance> {
  const { pending } = await inspectSchema(databaseUrl);
  if (pending.length > 0) {
    throw new CommandFailed(
      `The database schema is older than this version of Tributary: ${pending.length} migrations have not run (${pending[0]}${pending.length > 1 ? ', …' : ''}). Nothing was changed. Start the service once to update the schema, or run this command with the version that the service uses.`,
    );
  }
  const running = await createPlatform(config, databaseUrl);
  return { ctx: asCommand(running.platform), close: () => running.close() };
}

/** Brings the database up to date, makes the first administrator where there is none, and acts as the product itself. */
export async function openCommandInstance(
  config: Config,
  databaseUrl: string,
  note: (line: string) => void,
): Promise<OpenedInstance> {
  await migrate(databaseUrl);
  const running = await createPlatform(config, databaseUrl);
  try {
    await migrateJobs(running.database.pool);
    const password = await prepareInstance(running.platform);
    if (password !== undefined) {
      note(`Created the administrator root. The password is in ${await saveRootPassword(config, password)}`);
    }
    return { ctx: asCommand(running.platform), close: () => running.close() };
  } catch (error) {
    await running.close();
    throw error;
  }
}
