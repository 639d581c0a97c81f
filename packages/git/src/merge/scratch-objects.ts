import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GitConfigPairs } from '../process/git-environment.ts';

export interface ScratchObjects {
  env: Record<string, string>;
  config: GitConfigPairs;
}

/**
 * Runs `work` with an object folder of its own in front of the repository's: what git computes on the way (trees of trial
 * merges, files with conflict markers) is gone afterwards, instead of filling the repository at every check.
 */
export async function withScratchObjects<T>(repo: string, work: (scratch: ScratchObjects) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-objects-'));
  try {
    return await work({
      env: { GIT_OBJECT_DIRECTORY: folder, GIT_ALTERNATE_OBJECT_DIRECTORIES: join(repo, 'objects') },
      // Nothing here needs to survive a crash.
      config: [['core.fsync', 'none']],
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Scratch folders are there for seconds; those that are older were left by a process that was killed. Returns how many. */
export async function removeStaleScratch(olderThanMs: number): Promise<number> {
  const limit = Date.now() - olderThanMs;
  let removed = 0;
  for (const name of await readdir(tmpdir())) {
    if (!/^tributary-(?:objects|blobs)-/.test(name)) continue;
    const folder = join(tmpdir(), name);
    const found = await stat(folder).catch(() => undefined);
    // In a folder for everyone, those of other users are theirs.
    if (!found || found.mtimeMs > limit || found.uid !== process.getuid?.()) continue;
    await rm(folder, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}
