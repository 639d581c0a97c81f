import { closeGitPools, startLauncher, stopLauncher } from '@tributary/git';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../platform/config.ts';
import { migrate } from '../platform/db/migrate.ts';
import { CannotStart } from './data-directory.ts';
import { startSshServer, type SshServer } from '../repositories/index.ts';
import { migrateJobs } from '../platform/jobs.ts';
import { runStartWork } from '../platform/start-work.ts';
import { configureHighlighting } from '../platform/highlight/index.ts';
import type { Platform } from '../platform/context.ts';
import { createPlatform, type RunningPlatform } from './create-platform.ts';
import { prepareInstance } from './prepare-instance.ts';

export type RunningApp = RunningPlatform & {
  server: FastifyInstance | undefined;
  /** Address really listened on. */
  address: string | undefined;
  /** Set when this start made the first administrator and invented the password. */
  rootPassword: string | undefined;
  stop(): Promise<void>;
};

/** Everything that must be there before the first request; returns the first administrator's password if invented now. */
async function prepareData({ platform, database }: RunningPlatform): Promise<string | undefined> {
  await migrateJobs(database.pool);
  const rootPassword = await prepareInstance(platform);
  // Registers the jobs and start work of every slice, also where nothing is served.
  await import('./slices.ts');
  await runStartWork(platform);
  return rootPassword;
}

async function listenForSsh(platform: Platform, host: string, port: number): Promise<SshServer> {
  try {
    return await startSshServer(platform, { host, port });
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && error.syscall === 'listen')) throw error;
    throw new CannotStart(
      `Cannot listen for SSH on port ${port} (${error.message}).\nChoose another port with --ssh-port, or leave it out to serve git over HTTP only.`,
    );
  }
}

/** Migrates, makes what a new instance needs, then serves and works, by the role of the process. */
export async function startApp(config: Config, databaseUrl: string): Promise<RunningApp> {
  await migrate(databaseUrl);
  const running = await createPlatform(config, databaseUrl);
  const { platform } = running;
  let server: FastifyInstance | undefined;
  let address: string | undefined;
  let ssh: SshServer | undefined;
  startLauncher();
  configureHighlighting({ onFailure: (error) => platform.log.warn({ err: error }, 'highlighting failed') });
  try {
    const [rootPassword] = await Promise.all([
      running.database.withPatience(() => prepareData(running)),
      // Making it takes as long as waiting for the database, so both happen at once.
      config.role === 'worker' ? undefined : makeServer(),
    ]);
    address = await server?.listen({ host: config.host, port: config.port });
    if (config.ssh && config.role !== 'worker') ssh = await listenForSsh(platform, config.host, config.ssh.port);
    running.database.watch.start();
    await platform.realtime.start();
    if (config.role !== 'web') await platform.jobs.start();
    return { ...running, server, address, rootPassword, stop };
  } catch (error) {
    await stop();
    throw error;
  }

  async function makeServer(): Promise<void> {
    const { createWebServer } = await import('./web.ts');
    server = await createWebServer(platform);
  }

  /** Finishes what is in flight, then lets go of the database. */
  async function stop(): Promise<void> {
    await Promise.all([server?.close(), ssh?.stop()]);
    await platform.jobs.stop();
    await platform.realtime.stop();
    await closeGitPools();
    stopLauncher();
    await running.close();
  }
}
