import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { queryDatabase } from './database.ts';
import { startServer } from './running-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The data folder of a service that was started once and ended. */
    startedData: string;
    /** Of root, with the scope `api`, in every copy: the command that makes one takes over a second. */
    rootToken: string;
    /** The folder where each worker notes the server that its files share. */
    sharedServers: string;
  }
}

/**
 * Makes the data of a service that nobody has used yet, once for all journeys: a database that is made and migrated.
 * What a journey writes need not outlive the machine, so its database does not wait for the disk; what must outlive it is
 * proven under `e2e/reliability`.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await queryDatabase(server, `alter system set ${setting} = off`);
  project.provide('rootToken', await server.token());
  await server.kill('SIGTERM');
  project.provide('startedData', server.dataDir);
  const sharedServers = await mkdtemp(path.join(tmpdir(), 'tributary-e2e-shared-'));
  project.provide('sharedServers', sharedServers);
  return async () => {
    await endSharedServers(sharedServers);
    for (const folder of [sharedServers, server.dataDir]) await rm(folder, { recursive: true, force: true });
  };
}

/** Ends what the workers have started, once they are gone, and removes its data. */
async function endSharedServers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const { processId, dataDir } = JSON.parse(await readFile(path.join(folder, name), 'utf8')) as {
      processId: number;
      dataDir: string;
    };
    await endProcess(processId, 'SIGTERM');
    // Of a server that could not end its database.
    const pidFile = await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
    if (pidFile !== '') await endProcess(Number(pidFile.split('\n')[0]), 'SIGINT');
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function endProcess(processId: number, signal: NodeJS.Signals): Promise<void> {
  try {
    process.kill(processId, signal);
    for (;;) {
      process.kill(processId, 0);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
