import { spawnSync } from 'node:child_process';
import { SetupError } from './step.mjs';

const NEEDED = [2, 38];

/** The numbers of `git version 2.39.5`, or undefined when the text has none. */
export function parseGitVersion(text) {
  const match = /(\d+)\.(\d+)/.exec(text);
  return match ? [Number(match[1]), Number(match[2])] : undefined;
}

/** Throws a SetupError that says what to do when git is missing or too old. */
export function requireGit() {
  const answer = spawnSync('git', ['--version'], { encoding: 'utf8' });
  const howTo =
    'Install it (Debian, Ubuntu: apt install git; Fedora: dnf install git; macOS: brew install git) and start again.';
  if (answer.error) {
    throw new SetupError(
      `Tributary requires git ${NEEDED.join('.')} or newer, but git was not found on the PATH.\n${howTo}`,
    );
  }
  const version = parseGitVersion(answer.stdout);
  if (!version || version[0] < NEEDED[0] || (version[0] === NEEDED[0] && version[1] < NEEDED[1])) {
    throw new SetupError(
      `Tributary requires git ${NEEDED.join('.')} or newer. This machine has: ${answer.stdout.trim()}.\n${howTo}`,
    );
  }
}
