import { GitError } from './git-error.ts';
import { runGit } from './run-git.ts';

export interface GitVersion {
  major: number;
  minor: number;
  patch: number;
  text: string;
}

/** `merge-tree --write-tree` and `cat-file --batch-command -z` came with 2.38. */
const MINIMUM = { major: 2, minor: 38 } as const;

export function parseGitVersion(output: string): GitVersion | null {
  const match = /git version (\d+)\.(\d+)(?:\.(\d+))?/.exec(output);
  if (match === null) return null;
  return {
    major: Number(match[1]),
    minor: Number(match[2]),
    patch: Number(match[3] ?? 0),
    text: output.trim().replace('git version ', ''),
  };
}

export async function gitVersion(): Promise<GitVersion> {
  const output = (await runGit(null, ['--version'], { timeoutMs: 5_000 })).toString('utf8');
  const version = parseGitVersion(output);
  if (version === null) throw new GitError('failed', `The version of git could not be read from "${output.trim()}".`);
  return version;
}

export function isSupportedGitVersion(version: GitVersion): boolean {
  return version.major > MINIMUM.major || (version.major === MINIMUM.major && version.minor >= MINIMUM.minor);
}
