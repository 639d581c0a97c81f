import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { GitError, isGitError } from '../process/git-error.ts';
import { runGit } from '../process/run-git.ts';
import { repositoryExists } from './init-repository.ts';
import { writeRepositoryConfig } from './repository-config.ts';

const CLONE_TIMEOUT_MS = 30 * 60_000;
/** Only these calls may read another repository of this machine. */
const LOCAL_ONLY = { GIT_ALLOW_PROTOCOL: 'file' } as const;

/**
 * A new repository with the branches and tags of `source`. Object files are hard links, so a fork costs almost nothing,
 * yet each repository owns its objects: removing or repacking one never harms the other (alternates would). Config, hooks
 * and internal refs do not come along. Of a single branch the objects are copied, so that no others come along.
 */
export async function forkRepository(source: string, target: string, branch: string | null = null): Promise<void> {
  if (await repositoryExists(target)) throw new GitError('conflict', 'There is a repository already.');
  if (!(await repositoryExists(source))) throw new GitError('not_found', 'No such repository.');
  const unfinished = `${target}.new-${randomBytes(6).toString('hex')}`;
  await mkdir(dirname(target), { recursive: true });
  try {
    if (branch === null) await cloneInto(source, unfinished);
    else await clone(source, unfinished, '--no-local', '--single-branch', '--no-tags', `--branch=${branch}`);
    await writeRepositoryConfig(unfinished);
    await removeStrangers(unfinished);
    await rename(unfinished, target);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function cloneInto(source: string, target: string): Promise<void> {
  try {
    await clone(source, target, '--local');
  } catch (error) {
    if (!isGitError(error) || error.kind === 'disk_full' || error.kind === 'timeout') throw error;
    // Upkeep of the source can replace files while they are being linked; reading it the usual way always works.
    await rm(target, { recursive: true, force: true });
    await clone(source, target, '--no-local');
  }
}

async function clone(source: string, target: string, how: '--local' | '--no-local', ...which: string[]): Promise<void> {
  await runGit(null, ['clone', '--quiet', '--bare', '--template=', how, ...which, '--', source, target], {
    env: LOCAL_ONLY,
    config: [['safe.directory', source]],
    timeoutMs: CLONE_TIMEOUT_MS,
  });
}

/** Pushes in progress on the source leave quarantine folders among the linked files; locks and kept packs likewise. */
async function removeStrangers(repo: string): Promise<void> {
  await rm(join(repo, 'objects/info/alternates'), { force: true });
  for (const folder of ['objects', 'objects/pack', 'objects/info']) {
    for (const name of await readdir(join(repo, folder))) {
      const strange = /^(?:tmp_|incoming-)/.test(name) || name.endsWith('.lock') || name.endsWith('.keep');
      if (strange) await rm(join(repo, folder, name), { recursive: true, force: true });
    }
  }
}
