import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Job } from './payload.ts';

type Run = (program: string, args: readonly string[], env?: Record<string, string>) => Promise<number>;

/** Git got no sources: a failure of the system, not of the script. */
export class SourcesMissing extends Error {}

/** Git of the runner starts no hooks or other programs that a repository names, and reads no local one for a submodule. */
export const GIT_OPTIONS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'protocol.ext.allow=never',
  'protocol.file.allow=user',
].flatMap((setting) => ['-c', setting]);

/** All that tells git what to do or where to read, and what a git that was ended left behind. `git init` makes it anew. */
const SETTINGS = ['config', 'config.worktree', 'hooks', 'info', 'objects/info', 'commondir', 'worktrees', 'modules'];
const NO_KEYS =
  'ssh -F /dev/null -o IdentityFile=/dev/null -o IdentitiesOnly=yes -o IdentityAgent=none -o BatchMode=yes';
const LOCKS = ['index.lock', 'config.lock', 'shallow.lock', 'HEAD.lock'];

type Place = {
  folder: string;
  /** Scripts of earlier jobs wrote here: nothing that git keeps in the folder can be trusted. */
  isShared: boolean;
  run: Run;
};

/**
 * Gets the commit of the job into the folder. The files that are there already stay, unless the job wants a fresh clone; what
 * git knows is used again only where no script could write to it.
 */
export async function getSources(
  { git_info: info }: Job,
  values: ReadonlyMap<string, string>,
  { folder, isShared, run }: Place,
): Promise<void> {
  const strategy = values.get('GIT_STRATEGY') ?? 'fetch';
  if (strategy === 'none' || strategy === 'empty') {
    if (strategy === 'empty') await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    return;
  }
  const submodules = values.get('GIT_SUBMODULE_STRATEGY') ?? 'none';
  const repository = path.join(folder, '.git');
  if (strategy === 'clone' || !(await isFolder(repository))) await rm(folder, { recursive: true, force: true });
  // Each submodule has a repository in the folder: they are made anew.
  else if (submodules !== 'none' || (await isFolder(path.join(repository, 'modules')))) await removeFiles(folder);
  const old = isShared ? [repository] : [...SETTINGS, ...LOCKS].map((name) => path.join(repository, name));
  for (const name of old) await rm(name, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const git = async (args: readonly string[], env?: Record<string, string>) => {
    const code = await run('git', [...GIT_OPTIONS, '-C', folder, ...args], env);
    if (code !== 0) throw new SourcesMissing(`git ${args[0] ?? ''} failed with exit code ${code}.`);
  };
  await git(['init', '-q']);
  // The address with the token is in the environment: not in the configuration, and not in the list of processes.
  const origin = {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'remote.origin.url',
    GIT_CONFIG_VALUE_0: info.repo_url,
    GIT_TERMINAL_PROMPT: '0',
  };
  const depth = info.depth > 0 ? ['--depth', String(info.depth)] : [];
  await git(['fetch', '-q', '--prune', '--force', '--no-tags', ...depth, 'origin', ...info.refspecs], origin);
  if (values.get('GIT_CHECKOUT') === 'false') return;
  await git(['checkout', '-q', '-f', '--detach', info.sha]);
  const flags = values.get('GIT_CLEAN_FLAGS') ?? '-ffdx';
  if (flags !== 'none') await git(['clean', '-q', ...flags.split(/\s+/)]);
  if (submodules === 'none') return;
  // Jobs in containers have no keys of this machine; neither has the git that fetches what their repository names.
  const ssh = isShared ? {} : { GIT_SSH_COMMAND: NO_KEYS };
  await git(['submodule', 'update', '--init', ...(submodules === 'recursive' ? ['--recursive'] : [])], {
    ...origin,
    ...ssh,
  });
}

const isFolder = (name: string) =>
  lstat(name).then(
    (facts) => facts.isDirectory(),
    () => false,
  );

/** All but the repository. */
async function removeFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name !== '.git') await rm(path.join(folder, name), { recursive: true, force: true });
}
