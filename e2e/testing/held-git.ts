import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type HeldGit = {
  /** To be put first on the server's PATH. */
  folder: string;
  /** Commands of this name wait from now on, until they are released. */
  hold(command: string): void;
  release(): void;
  remove(): void;
};

/** A `git` in front of the real one of which one command can be held, for pages that show what goes on meanwhile. */
export function createHeldGit(): HeldGit {
  const folder = mkdtempSync(path.join(tmpdir(), 'tributary-held-git-'));
  const realGit = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const held = path.join(folder, 'held');
  const lines = [
    '#!/bin/sh',
    `while [ -f ${held} ]; do`,
    `  read -r command < ${held} || break`,
    '  case " $* " in *" $command "*) sleep 0.2 ;; *) break ;; esac',
    'done',
    `exec ${realGit} "$@"`,
  ];
  writeFileSync(path.join(folder, 'git'), `${lines.join('\n')}\n`);
  chmodSync(path.join(folder, 'git'), 0o755);
  return {
    folder,
    hold: (command) => writeFileSync(held, `${command}\n`),
    release: () => rmSync(held, { force: true }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
