import { GitError } from './git-error.ts';
import { isUtf8Path, pathToBytes } from './path-key.ts';

export interface ArgumentParts {
  /** Fixed words written in our code. Values from users never go here. */
  args: readonly string[];
  /** Revisions. Placed after `--end-of-options`. */
  revs?: readonly string[] | undefined;
  /** Path keys. Placed after `--`, taken literally (no pathspec magic). */
  paths?: readonly string[] | undefined;
  /** For the few commands (blame, grep) that do not know `--end-of-options`. */
  plainRevs?: boolean | undefined;
  /** For archive, which takes `--` after `--end-of-options` for a path. Only together with `revs`. */
  noSeparator?: boolean | undefined;
}

export interface SpawnPlan {
  command: string;
  argv: string[];
}

// Node can only pass UTF-8 arguments. Paths with other bytes go through this fixed script as octal escapes that printf
// turns back into bytes; the trailing dot keeps newlines at the end of a name.
const BYTE_ARGUMENT_SCRIPT =
  'n=$1; shift; i=0; while [ "$i" -lt "$n" ]; do p=$(printf "%b." "$1"); p=${p%.}; shift; set -- "$@" "$p"; i=$((i+1)); done; exec git "$@"';

/** Puts the parts in the only safe order and refuses a value that could be read as an option. */
export function planGit(parts: ArgumentParts): SpawnPlan {
  const argv = [...parts.args];
  const revs = parts.revs ?? [];
  for (const rev of revs) assertSafeRevision(rev);
  if (revs.length > 0) {
    if (parts.plainRevs !== true) argv.push('--end-of-options');
    argv.push(...revs);
  }
  const paths = parts.paths;
  if (paths === undefined) return { command: 'git', argv };
  for (const path of paths) assertInsideRepository(path);
  if (parts.noSeparator !== true || revs.length === 0 || parts.plainRevs === true) argv.push('--');
  if (paths.every(isUtf8Path)) {
    for (const path of paths) argv.push(pathToBytes(path).toString('utf8'));
    return { command: 'git', argv };
  }
  // The script rotates the escaped paths to the end, after the fixed arguments.
  const escaped = paths.map(octalEscape);
  return {
    command: '/bin/sh',
    argv: ['-c', BYTE_ARGUMENT_SCRIPT, 'git', String(escaped.length), ...escaped, ...argv],
  };
}

/** A revision given to git is never an option, never empty and never two lines. */
export function assertSafeRevision(rev: string): void {
  if (rev === '' || rev.startsWith('-') || hasControlCharacter(rev)) {
    throw new GitError('invalid_ref', 'The revision name is not allowed.', { details: { rev: rev.slice(0, 200) } });
  }
}

/** git ends badly at a pathspec that is empty, absolute or leads out of the repository, and names the folder on disk. */
function assertInsideRepository(path: string): void {
  const text = pathToBytes(path).toString('latin1');
  if (text === '' || text.startsWith('/') || text.split('/').includes('..'))
    throw new GitError('not_found', 'No such path.', { details: { path } });
}

function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}

function octalEscape(path: string): string {
  let out = '';
  for (const byte of pathToBytes(path)) out += `\\0${byte.toString(8).padStart(3, '0')}`;
  return out;
}
