import { pathFromBytes } from '../process/path-key.ts';
import type { ChangedFile, DiffStatus } from './diff-file.ts';

/** A record of `--raw -z`, with the bytes of its paths for telling which patch belongs to it. */
export interface RawEntry {
  file: ChangedFile;
  oldPathBytes: Buffer;
  newPathBytes: Buffer;
}

const STATUSES: Readonly<Record<string, DiffStatus>> = {
  A: 'added',
  C: 'copied',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  T: 'type_changed',
};

/** Does this record have two paths? `head` is `:oldmode newmode oldoid newoid Xnnn`. */
export function hasTwoPaths(head: string): boolean {
  return /[RC]\d*$/.test(head);
}

export function parseRawEntry(head: string, paths: readonly Buffer[]): RawEntry | null {
  const match = /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) ([ACDMRT])(\d*)$/.exec(head);
  const [first, second] = paths;
  if (match === null || first === undefined) return null;
  const [, oldMode = '', newMode = '', oldOid = '', newOid = '', letter = 'M', score = ''] = match;
  const oldPathBytes = Buffer.from(first);
  const oldPath = pathFromBytes(oldPathBytes);
  const newPathBytes = second === undefined ? oldPathBytes : Buffer.from(second);
  return {
    oldPathBytes,
    newPathBytes,
    file: {
      oldPath,
      newPath: second === undefined ? oldPath : pathFromBytes(newPathBytes),
      oldMode,
      newMode,
      oldOid,
      newOid,
      status: STATUSES[letter] ?? 'modified',
      similarity: letter === 'R' || letter === 'C' ? Number(score) : null,
      isSubmodule: oldMode === '160000' || newMode === '160000',
      isSymlink: oldMode === '120000' || newMode === '120000',
    },
  };
}

/** The first line of the patch git prints for this entry, as Latin-1 text of its bytes (without the line feed). */
export function patchHeader(entry: RawEntry): string {
  return `diff --git ${quoted('a/', entry.oldPathBytes)} ${quoted('b/', entry.newPathBytes)}`;
}

const ESCAPES: Readonly<Record<number, string>> = {
  7: 'a',
  8: 'b',
  9: 't',
  10: 'n',
  11: 'v',
  12: 'f',
  13: 'r',
  34: '"',
  92: '\\',
};

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const MUST_BE_QUOTED = /[\0-\u001f\u007f"\\]/;

/** git's C-style quoting with core.quotePath off: only for control characters, quotes and backslashes. */
function quoted(prefix: string, bytes: Buffer): string {
  const text = bytes.toString('latin1');
  if (!MUST_BE_QUOTED.test(text)) return prefix + text;
  let out = `"${prefix}`;
  for (const byte of bytes) {
    const escape = ESCAPES[byte];
    if (escape !== undefined) out += `\\${escape}`;
    else if (byte < 0x20 || byte === 0x7f) out += `\\${byte.toString(8).padStart(3, '0')}`;
    else out += String.fromCharCode(byte);
  }
  return `${out}"`;
}
