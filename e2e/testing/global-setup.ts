import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { queryDatabase } from './database.ts';
import { startServer } from './running-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The data folder of a service that was started once and ended. */
    startedData: string;
    /** Of root, with the scope `api`, in every copy: the command that makes one takes over a second. */
    rootToken: string;
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
  return () => rm(server.dataDir, { recursive: true, force: true });
}
