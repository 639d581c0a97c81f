import { execFileSync, spawnSync } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getSources } from './git-sources.ts';
import type { Job } from './payload.ts';

let root: string;
const at = (...parts: string[]) => path.join(root, ...parts);
const AUTHOR = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-C', at(folder), ...AUTHOR, ...args])
    .toString()
    .trim();
const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'runner-sources-'));
  await mkdir(at('origin'));
  git('origin', 'init', '-q', '-b', 'main');
  await commit('first');
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function commit(name: string): Promise<void> {
  await writeFile(at('origin', `${name}.txt`), name);
  await writeFile(at('origin', 'changed.txt'), name);
  git('origin', 'add', '.');
  git('origin', 'commit', '-q', '-m', name);
}

async function get(
  folder: string,
  isShared: boolean,
  variables: Record<string, string> = {},
  more: Record<string, string> = {},
): Promise<void> {
  const sha = git('origin', 'rev-parse', 'HEAD');
  const refspecs = ['+refs/heads/main:refs/remotes/origin/main'];
  const info = { repo_url: at('origin'), ref: 'main', sha, refspecs, depth: 0 };
  const run = (program: string, args: readonly string[], env?: Record<string, string>) =>
    Promise.resolve(
      spawnSync(program, args, { env: { ...process.env, ...more, ...env }, timeout: 10_000 }).status ?? 1,
    );
  const job = { git_info: info } as Job;
  await getSources(job, new Map(Object.entries(variables)), { folder: at(folder), isShared, run });
}

/** Everything that a job may leave in a repository so that the next git in it runs a program. */
async function poison(folder: string, marker: string): Promise<void> {
  const program = at('program');
  await writeFile(program, `#!/bin/sh\ntouch ${marker}\ncat\n`, { mode: 0o755 });
  await mkdir(at(folder, '.git', 'hooks'), { recursive: true });
  for (const hook of ['post-checkout', 'reference-transaction', 'post-index-change'])
    await writeFile(at(folder, '.git', 'hooks', hook), `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
  const filter = `[filter "own"]\n\tsmudge = ${program}\n\tclean = ${program}\n`;
  const core = `[core]\n\tfsmonitor = ${program}\n\thooksPath = ${at(folder, '.git', 'hooks')}\n`;
  const remote = `[remote "origin"]\n\tuploadpack = ${program}\n`;
  await writeFile(at('included'), filter.replaceAll('own', 'more'));
  await appendFile(at(folder, '.git', 'config'), `${filter}${core}${remote}[include]\n\tpath = ${at('included')}\n`);
  await mkdir(at(folder, '.git', 'info'), { recursive: true });
  await writeFile(at(folder, '.git', 'info', 'attributes'), '*.txt filter=own\nchanged.txt filter=more\n');
}

test.each([true, false])('git runs no program that a job left in the repository (shared: %s)', async (isShared) => {
  const [folder, marker] = [`work-${isShared}`, at(`marker-${isShared}`)];
  await get(folder, isShared);
  await poison(folder, marker);
  git(folder, 'checkout', '-q', '-f', 'HEAD');
  // It is a trap for a git without protection.
  expect(await exists(marker)).toBe(true);
  await rm(marker);
  await mkdir(at(folder, 'kept'));
  await writeFile(at(folder, 'kept', 'x'), 'kept');
  await mkdir(at(folder, `second-${isShared}.txt`));
  await commit(`second-${isShared}`);
  await get(folder, isShared, { GIT_CLEAN_FLAGS: '-ffdx -e kept/' });
  expect(await exists(marker)).toBe(false);
  expect(await readFile(at(folder, 'changed.txt'), 'utf8')).toBe(`second-${isShared}`);
  expect(await readFile(at(folder, `second-${isShared}.txt`), 'utf8')).toBe(`second-${isShared}`);
  // The job has a repository that works, with nothing of the job before.
  expect(git(folder, 'status', '--porcelain')).toBe('?? kept/');
  expect(git(folder, 'rev-parse', 'HEAD')).toBe(git('origin', 'rev-parse', 'HEAD'));
  expect(await exists(marker)).toBe(false);
});

test('submodules are made anew', async () => {
  await mkdir(at('library'));
  git('library', 'init', '-q', '-b', 'main');
  git('library', 'commit', '-q', '--allow-empty', '-m', 'library');
  git('origin', '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', at('library'), 'sub');
  await commit('with a submodule');
  // One of a local folder is refused: nobody but the runner says what is read on this machine.
  await expect(get('modules', true, { GIT_SUBMODULE_STRATEGY: 'normal' })).rejects.toThrow('git submodule failed');
  const allowed = { GIT_ALLOW_PROTOCOL: 'file' };
  for (const isShared of [true, false]) {
    await get('modules', isShared, { GIT_SUBMODULE_STRATEGY: 'normal' }, allowed);
    expect(git('modules/sub', 'log', '--format=%s')).toBe('library');
    await rm(at('modules', 'sub', '.git'));
    git('modules/sub', 'init', '-q');
    await poison('modules/sub', at('marker-sub'));
    await poison('modules', at('marker-sub'));
  }
  await get('modules', true, { GIT_SUBMODULE_STRATEGY: 'normal' }, allowed);
  expect(git('modules/sub', 'log', '--format=%s')).toBe('library');
  expect(git('modules', 'status', '--porcelain')).toBe('');
  await get('modules', true);
  expect(await exists(at('modules', 'sub', '.git'))).toBe(false);
  expect(await exists(at('marker-sub'))).toBe(false);
});
