import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Job } from './payload.ts';

type Run = (program: string, args: readonly string[], env?: Record<string, string>) => Promise<number>;

/** Git got no sources: a failure of the system, not of the script. */
export class SourcesMissing extends Error {}

/** Gets the commit of the job into the folder: what is there already is used again, unless the job wants a fresh clone. */
export async function getSources(
  { git_info: info }: Job,
  values: ReadonlyMap<string, string>,
  folder: string,
  run: Run,
): Promise<void> {
  const strategy = values.get('GIT_STRATEGY') ?? 'fetch';
  if (strategy === 'none' || strategy === 'empty') {
    if (strategy === 'empty') await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    return;
  }
  const hasRepository = await stat(path.join(folder, '.git')).then(
    () => true,
    () => false,
  );
  if (strategy === 'clone' || !hasRepository) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const git = async (args: readonly string[], env?: Record<string, string>) => {
    const code = await run('git', ['-C', folder, ...args], env);
    if (code !== 0) throw new SourcesMissing(`git ${args[0] ?? ''} failed with exit code ${code}.`);
  };
  await git(['init', '-q']);
  await rm(path.join(folder, '.git', 'index.lock'), { force: true });
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
  const submodules = values.get('GIT_SUBMODULE_STRATEGY') ?? 'none';
  if (submodules === 'none') return;
  await git(['submodule', 'update', '--init', ...(submodules === 'recursive' ? ['--recursive'] : [])], origin);
}
