import { createHash, type Hash } from 'node:crypto';
import { type Hunk, type HunkLine, type IndexFile, parsePatch } from '@tributary/git';
import type { OpenedDiff } from '../diffs/opened-diff.ts';

/** Patches held at once while keys are made. */
const FILES_AT_ONCE = 100;
const NO_MODE = '000000';
/** Tells keys apart from those that were stored before file modes and what became of the file counted. */
const EDITION = '2:';
/** Of files with the same content on both sides; marks from before have the key that names it. */
const SAME_EDITION = '3:';

type Contents = Pick<
  IndexFile,
  | 'status'
  | 'oldPath'
  | 'oldMode'
  | 'newMode'
  | 'oldOid'
  | 'newOid'
  | 'isBinary'
  | 'long'
  | 'addedLines'
  | 'removedLines'
>;

/** What new marks are stored with, and what marks that are stored already may have instead. */
export type ContentKeys = { content: string; earlier: readonly string[] };

/**
 * Names what is changed in a file, whatever it is called and whatever else is in it: what becomes of the file and its mode,
 * the added and removed lines in their order, and the unchanged line on each side of them. The same lines elsewhere are
 * another change; a rebase keeps these neighbours, for git lets nobody change a line next to one that someone else has
 * changed without a conflict. Files without such lines are named by their two blobs; one that is only moved, or has
 * another mode, by where it was: what the target branch makes of its content is not changed by the request.
 */
export function contentKey(file: Contents, patch: Buffer): ContentKeys {
  const hasLines = !file.long && !file.isBinary && file.addedLines + file.removedLines > 0;
  const hunks = hasLines ? parsePatch(patch) : undefined;
  const now = createHash('sha256').update(`${fateOf(file)}\n`);
  const earlier = createHash('sha256').update(earlierMode(file));
  for (const hash of [now, earlier]) {
    if (hunks) addLines(hash, hunks, hash === now);
    // Of long ones the index has named the changed lines alone.
    else if (file.long) hash.update(`lines ${file.long.digest}\n`);
    else hash.update(`blobs ${file.oldOid} ${file.newOid}\n`);
  }
  const keys = { content: `${EDITION}${now.digest('hex')}`, earlier: [earlier.digest('hex')] };
  if (hunks || !keepsContent(file)) return keys;
  const same = createHash('sha256').update(`${fateOf(file)}\n${file.oldPath}`);
  return { content: `${SAME_EDITION}${same.digest('hex')}`, earlier: [keys.content, ...keys.earlier] };
}

/** A copy brings the content to where it was not. */
function keepsContent({ status, oldOid, newOid }: Contents): boolean {
  return oldOid === newOid && status !== 'copied';
}

/** A mode that stays as it is does not count: the target branch may have given the file another one. */
function fateOf({ status, oldMode, newMode }: Contents): string {
  if (status === 'added') return `added ${newMode}`;
  if (status === 'deleted') return 'deleted';
  return oldMode === newMode ? 'changed' : `changed ${oldMode} ${newMode}`;
}

function earlierMode({ oldMode, newMode }: Contents): string {
  const isChanged = oldMode !== newMode && oldMode !== NO_MODE && newMode !== NO_MODE;
  return isChanged ? `mode ${oldMode} ${newMode}\n` : '';
}

function addLines(hash: Hash, hunks: readonly Hunk[], hasNeighbours: boolean): void {
  // No line of a patch: nothing can pose as the beginning or the end of the file.
  const nameOf = (line: HunkLine | undefined) => (line ? ` ${line.text}\n` : '=\n');
  for (const { lines } of hunks) {
    for (const [at, line] of lines.entries()) {
      if (line.type === 'context') continue;
      const [before, after] = [lines[at - 1], lines[at + 1]];
      if (hasNeighbours && before?.type !== 'added' && before?.type !== 'removed') hash.update(nameOf(before));
      hash.update(`${line.type === 'added' ? '+' : '-'}${line.text}\n${line.noNewline ? '\\\n' : ''}`);
      if (!after || after.type === 'context') hash.update(hasNeighbours ? nameOf(after) : '=\n');
    }
  }
}

/** Path that a file is shown under. */
export function filePathOf(file: Pick<IndexFile, 'status' | 'oldPath' | 'newPath'>): string {
  return file.status === 'deleted' ? file.oldPath : file.newPath;
}

/** Keys of some files of a comparison, by shown path. */
export async function contentKeys(diff: OpenedDiff, files: readonly IndexFile[]): Promise<Map<string, ContentKeys>> {
  const keys = new Map<string, ContentKeys>();
  for (let at = 0; at < files.length; at += FILES_AT_ONCE) {
    const some = files.slice(at, at + FILES_AT_ONCE);
    const patches = await diff.readPatches(some);
    for (const [index, file] of some.entries()) {
      keys.set(filePathOf(file), contentKey(file, patches[index] ?? Buffer.alloc(0)));
    }
  }
  return keys;
}
