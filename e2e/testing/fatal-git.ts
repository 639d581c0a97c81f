import { execFileSync } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const HOOKS = path.resolve(import.meta.dirname, '../../packages/git/hooks');

export type FatalGit = {
  /** To be put first on the server's PATH. */
  folder: string;
  /** The next transaction on this ref kills that process in this phase, and git in the middle of it. */
  arm(phase: 'prepared' | 'committed', ref: string, server: number): Promise<void>;
  remove(): Promise<void>;
};

/**
 * A `git` in front of the real one which, once armed, kills everything at a step inside git's own ref transaction: the
 * moments that no failpoint of the product can reach.
 */
export async function createFatalGit(): Promise<FatalGit> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tributary-fatal-git-'));
  const realGit = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const hooks = path.join(folder, 'hooks');
  await mkdir(hooks);
  for (const name of await readdir(HOOKS)) await copyFile(path.join(HOOKS, name), path.join(hooks, name));
  await script(path.join(folder, 'git'), [
    'here=${0%/*}',
    'if [ -f "$here/armed" ]; then',
    '  i=0',
    '  while [ "$i" -lt "${GIT_CONFIG_COUNT-0}" ]; do',
    '    eval "key=\\${GIT_CONFIG_KEY_$i}"',
    '    if [ "$key" = core.hooksPath ]; then export "GIT_CONFIG_VALUE_$i=$here/hooks"; fi',
    '    i=$((i + 1))',
    '  done',
    'fi',
    `exec ${realGit} "$@"`,
  ]);
  await script(path.join(hooks, 'reference-transaction'), [
    `[ -f ${folder}/armed ] || exit 0`,
    `read -r phase ref server < ${folder}/armed`,
    '[ "$1" = "$phase" ] || exit 0',
    'while read -r _old _new name; do',
    `  if [ "$name" = "$ref" ]; then rm -f ${folder}/armed; kill -9 "$server" "$PPID"; fi`,
    'done',
  ]);
  return {
    folder,
    arm: (phase, ref, server) => writeFile(path.join(folder, 'armed'), `${phase} ${ref} ${server}\n`),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function script(file: string, lines: string[]): Promise<void> {
  await writeFile(file, `#!/bin/sh\n${lines.join('\n')}\n`);
  await chmod(file, 0o755);
}
