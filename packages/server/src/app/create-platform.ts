import path from 'node:path';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Platform } from '../platform/context.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { createAnswersFirst } from '../platform/answers-first.ts';
import { createJobs } from '../platform/jobs.ts';
import { createLog, type Logger } from '../platform/log.ts';
import { createCacheVersions } from '../platform/cache/cache-versions.ts';
import { createRealtimeHub } from '../platform/realtime/hub.ts';
import { createRepositoryStore } from '../platform/repositories.ts';
import { createSecrets, loadMasterKey } from '../platform/secrets.ts';
import type { SshAccess } from '../platform/ssh/ssh-access.ts';
import { createLocalStorage } from '../platform/storage/local-storage.ts';
import type { ObjectStorage } from '../platform/storage/object-storage.ts';

export type RunningPlatform = { platform: Platform; database: Database; close(): Promise<void> };

async function openStorage(config: Config): Promise<ObjectStorage> {
  if (!config.storageUrl) return createLocalStorage(path.join(config.dataDir, 'storage'));
  const { createS3Storage } = await import('../platform/storage/s3-storage.ts');
  return createS3Storage(config.storageUrl);
}

async function openSsh(config: Config): Promise<SshAccess | undefined> {
  if (!config.ssh) return undefined;
  const { createSshAccess } = await import('../platform/ssh/ssh-access.ts');
  return createSshAccess(config);
}

/** Puts the pieces of one process together; nothing is started yet. */
export async function createPlatform(
  config: Config,
  databaseUrl: string,
  options: { clock?: Clock; log?: Logger } = {},
): Promise<RunningPlatform> {
  const log = options.log ?? createLog(config.logLevel);
  const database = openDatabase(databaseUrl, {
    onError: (error) => log.warn({ reason: error.message }, 'database connection lost'),
  });
  const platform: Platform = {
    config,
    clock: options.clock ?? systemClock,
    log,
    db: database.db,
    jobs: createJobs(database, () => platform),
    answers: createAnswersFirst(),
    realtime: createRealtimeHub(database, log),
    marks: createCacheVersions(database.readValue),
    storage: await openStorage(config),
    secrets: createSecrets(await loadMasterKey(config.dataDir, process.env['TRIBUTARY_SECRET_KEY'])),
    repositories: createRepositoryStore(path.join(config.dataDir, 'repositories')),
    ssh: await openSsh(config),
  };
  return { platform, database, close: () => database.close() };
}
