import type { GitService } from '../../git-http/rules/git-address.ts';

/** What a client may run. Everything else is refused; nothing ever reaches a shell. */
export type SshCommand =
  | { kind: 'git'; service: GitService; fullPath: string }
  | { kind: 'lfs'; fullPath: string; operation: 'download' | 'upload' };

const MAX_LENGTH = 4_096;
/** git quotes the path for a shell; other clients leave it as it is. No project has a quote or a space in its path. */
const GIT = /^git[ -](upload-pack|receive-pack) (?:'([^'\s\\]+)'|"([^"\s\\$`]+)"|([^'"\s\\$`]+))$/;
const LFS = /^git-lfs-authenticate (?:'([^'\s\\]+)'|([^'"\s\\$`]+)) (download|upload)$/;
/** At least a group and a project; no part that a file system would read in its own way. */
const PROJECT = /^\/?((?:(?!\.{1,2}\/)[\w.][\w.-]*\/)+(?!\.{1,2}\/?$)[\w.][\w.-]*?)(?:\.git)?\/?$/;

/** Reads the command of an `exec` request: exactly the known ones, undefined for everything else. */
export function readSshCommand(text: string): SshCommand | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const git = GIT.exec(text);
  if (git) {
    const fullPath = projectPath(git[2] ?? git[3] ?? git[4] ?? '');
    const service = git[1] === 'upload-pack' ? 'git-upload-pack' : 'git-receive-pack';
    return fullPath === undefined ? undefined : { kind: 'git', service, fullPath };
  }
  const lfs = LFS.exec(text);
  const fullPath = projectPath(lfs?.[1] ?? lfs?.[2] ?? '');
  if (!lfs || fullPath === undefined) return undefined;
  return { kind: 'lfs', fullPath, operation: lfs[3] === 'upload' ? 'upload' : 'download' };
}

function projectPath(text: string): string | undefined {
  return PROJECT.exec(text)?.[1];
}
