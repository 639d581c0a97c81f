import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { sharedCatFiles } from '../process/cat-file-pool.ts';
import { countObjects } from './count-objects.ts';

/** Gone at once for every reader (one rename), then removed. Removing what is not there is no failure. */
export async function deleteRepository(repo: string): Promise<void> {
  await sharedCatFiles().close(repo);
  const aside = `${repo}.deleted-${randomBytes(6).toString('hex')}`;
  try {
    await rename(repo, aside);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
  await rm(aside, { recursive: true, force: true, maxRetries: 3 });
}

/** Renames a repository (same file system). Readers that were open are closed first. */
export async function moveRepository(from: string, to: string): Promise<void> {
  await sharedCatFiles().close(from);
  await rename(from, to);
}

/** Bytes on disk of its objects. */
export async function repositorySize(repo: string): Promise<number> {
  const kib = await countObjects(repo);
  return (kib('size') + kib('size-pack') + kib('size-garbage')) * 1024;
}
