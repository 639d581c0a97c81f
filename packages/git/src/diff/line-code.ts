import { hash } from 'node:crypto';
import { pathToBytes } from '../process/path-key.ts';

/** SHA-1 of the path's bytes: the anchor of a file in a diff. */
export function fileHash(path: string): string {
  return hash('sha1', pathToBytes(path));
}

/**
 * The key of a line in a diff: `<file hash>_<old>_<new>`. Both numbers are always there: an added line has the number of
 * the old line it stands before, a removed one that of the new line it stood before.
 */
export function lineCode(path: string, oldPosition: number, newPosition: number): string {
  return `${fileHash(path)}_${oldPosition}_${newPosition}`;
}

export function parseLineCode(code: string): { fileHash: string; oldPosition: number; newPosition: number } | null {
  const match = /^([0-9a-f]{40})_(\d{1,9})_(\d{1,9})$/.exec(code);
  return match === null
    ? null
    : { fileHash: match[1] ?? '', oldPosition: Number(match[2]), newPosition: Number(match[3]) };
}
