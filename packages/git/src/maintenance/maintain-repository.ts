import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sharedCatFiles } from '../process/cat-file-pool.ts';
import { isGitError } from '../process/git-error.ts';
import { runGit } from '../process/run-git.ts';
import { repositoryStats } from './repository-stats.ts';
import type { RepositoryStats } from './repository-stats.ts';

export type MaintenanceMode =
  /** After some pushes: new objects into packs, indexes brought up to date. */
  | 'quick'
  /** Once in a while: one pack, unreachable objects set apart and, after two weeks, removed. */
  | 'full';

export interface MaintenanceReport {
  mode: MaintenanceMode;
  steps: { name: string; milliseconds: number; problem: string | null }[];
  before: RepositoryStats;
  after: RepositoryStats;
}

const STEP_TIMEOUT_MS = 60 * 60_000;
/** Nothing younger is ever removed: a push, a merge or a backup under way may still count on it. */
const EXPIRY = '14.days.ago';
const STALE_TEMPORARY_MS = 24 * 3_600_000;

/**
 * Keeps a repository fit: everything is packed, reachability bitmaps make clones cheap, the commit-graph with changed paths
 * makes history cheap. Safe beside reads and pushes; the caller makes sure that only one runs per repository. A step that
 * fails is reported and the others still run, except when the disk is full.
 */
export async function maintainRepository(
  repo: string,
  options: { mode?: MaintenanceMode } = {},
): Promise<MaintenanceReport> {
  const mode = options.mode ?? 'quick';
  const before = await repositoryStats(repo);
  const steps: MaintenanceReport['steps'] = [];
  for (const [name, work] of plan(repo, mode)) {
    const startedAt = performance.now();
    let problem: string | null = null;
    try {
      await work();
    } catch (error) {
      if (!isGitError(error) || error.kind === 'disk_full') throw error;
      problem = error.message;
    }
    steps.push({ name, milliseconds: Math.round(performance.now() - startedAt), problem });
  }
  // A kept-open reader would go on using the packs that were replaced, and hold their disk space.
  await sharedCatFiles().close(repo);
  return { mode, steps, before, after: await repositoryStats(repo) };
}

function plan(repo: string, mode: MaintenanceMode): [string, () => Promise<unknown>][] {
  const git =
    (...args: string[]): (() => Promise<unknown>) =>
    () =>
      runGit(repo, args, { timeoutMs: STEP_TIMEOUT_MS });
  const repack =
    mode === 'full'
      ? git('repack', '-d', '--cruft', `--cruft-expiration=${EXPIRY}`, '-l', '--write-bitmap-index', '--quiet')
      : git('repack', '-d', '-l', '--geometric=2', '--write-midx', '--write-bitmap-index', '--quiet');
  const graph = ['commit-graph', 'write', '--reachable', '--changed-paths', '--no-progress'];
  return [
    ['pack-refs', git('pack-refs', '--all', '--prune')],
    ['repack', repack],
    ['prune', git('prune', `--expire=${EXPIRY}`)],
    // The full run starts the chain again; ids that were removed must not stay in it.
    ['commit-graph', git(...graph, mode === 'full' ? '--split=replace' : '--split')],
    ['temporary files', () => removeTemporaryFiles(repo)],
  ];
}

/** Half-written packs of processes that were killed. git removes them only when it packs everything itself. */
async function removeTemporaryFiles(repo: string): Promise<void> {
  const limit = Date.now() - STALE_TEMPORARY_MS;
  for (const folder of ['objects/pack', 'objects']) {
    for (const name of await readdir(join(repo, folder))) {
      if (!/^(?:\.?tmp[-_]|tmp_pack_|tmp_idx_)/.test(name) || name.startsWith('tmp_objdir-')) continue;
      const file = join(repo, folder, name);
      if ((await stat(file)).mtimeMs < limit) await rm(file, { recursive: true, force: true });
    }
  }
}
