import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { authenticateRunner, createRunner } from '../ci/index.ts';
import { SYSTEM } from '../platform/actor.ts';
import { contextFor } from '../platform/context.ts';
import type { RunningApp } from './start-app.ts';

/** What the process that started the service needs to start a runner beside it. */
export type LocalRunner = {
  url: string;
  token: string;
  folder: string;
  /** What its jobs may not see: keys, the database and all repositories. */
  hidden: string;
};

/**
 * The runner of the instance that works on the same machine. Its token is kept in the data directory, so that each start has
 * the same runner; another one is made where it was deleted meanwhile.
 */
export async function prepareLocalRunner({ platform, address }: RunningApp): Promise<LocalRunner> {
  const ctx = contextFor(platform, SYSTEM, { id: 'start' });
  const { dataDir, url } = platform.config;
  const file = path.join(dataDir, 'runner-token');
  const describe = (token: string) => ({
    url: address ?? url,
    token,
    folder: path.join(dataDir, 'runner'),
    hidden: dataDir,
  });
  const known = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (known !== '') {
    try {
      await authenticateRunner(ctx, known);
      return describe(known);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  const fields = { description: 'Started beside the service' };
  const { token } = await createRunner(ctx, { owner: { kind: 'instance' }, fields });
  await writeFile(file, `${token}\n`, { mode: 0o600 });
  return describe(token);
}
