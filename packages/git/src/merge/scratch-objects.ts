import { mkdtemp, rm } from 'node:fs/promises';
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
