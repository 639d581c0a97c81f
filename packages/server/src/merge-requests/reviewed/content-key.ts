import { createHash } from 'node:crypto';
import { type IndexFile, parsePatch } from '@tributary/git';
import type { OpenedDiff } from '../diffs/opened-diff.ts';

/** Patches held at once while keys are made. */
const FILES_AT_ONCE = 100;
const NO_MODE = '000000';

type Contents = Pick<
  IndexFile,
  'oldMode' | 'newMode' | 'oldOid' | 'newOid' | 'isBinary' | 'long' | 'addedLines' | 'removedLines'
>;

/**
 * Names what is changed in a file, whatever it is called and whatever stands around it: the added and removed lines in
 * their order, and where unchanged lines part them. Files without such lines are named by their two blobs.
 */
export function contentKey(file: Contents, patch: Buffer): string {
  const hash = createHash('sha256');
  const isModeChanged = file.oldMode !== file.newMode && file.oldMode !== NO_MODE && file.newMode !== NO_MODE;
  if (isModeChanged) hash.update(`mode ${file.oldMode} ${file.newMode}\n`);
  // Of long ones the index has named the same lines in the same way.
  if (file.long) return hash.update(`lines ${file.long.digest}\n`).digest('hex');
  const hasLines = !file.isBinary && file.addedLines + file.removedLines > 0;
  if (!hasLines) return hash.update(`blobs ${file.oldOid} ${file.newOid}\n`).digest('hex');
  for (const hunk of parsePatch(patch)) {
    let isInRun = false;
    for (const line of hunk.lines) {
      if (line.type === 'context') {
        if (isInRun) hash.update('=\n');
        isInRun = false;
        continue;
      }
      isInRun = true;
      hash.update(`${line.type === 'added' ? '+' : '-'}${line.text}\n${line.noNewline ? '\\\n' : ''}`);
    }
    if (isInRun) hash.update('=\n');
  }
  return hash.digest('hex');
}

/** Path that a file is shown under. */
export function shownPath(file: Pick<IndexFile, 'status' | 'oldPath' | 'newPath'>): string {
  return file.status === 'deleted' ? file.oldPath : file.newPath;
}

/** Keys of some files of a comparison, by shown path. */
export async function contentKeys(diff: OpenedDiff, files: readonly IndexFile[]): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  for (let at = 0; at < files.length; at += FILES_AT_ONCE) {
    const some = files.slice(at, at + FILES_AT_ONCE);
    const patches = await diff.readPatches(some);
    for (const [index, file] of some.entries()) {
      keys.set(shownPath(file), contentKey(file, patches[index] ?? Buffer.alloc(0)));
    }
  }
  return keys;
}
