import { type DiffHash, parseDiffHash } from '../../../ui/diff/diff-hash.ts';

/** What the hash of the address names: something in the lines, or a note that stands on them. */
export type ChangesHash = DiffHash | { type: 'note'; noteId: string };

const NOTE = /^#?note_(\w+)$/;

/** The id of a pending comment that is named; NaN for everything else. */
export const draftIn = (id: string): number => Number(/^draft_(\d+)$/.exec(id)?.[1]);

/** Null for what is nothing of the changes. The sign may stand before it. */
export function parseChangesHash(hash: string): ChangesHash | null {
  const [, noteId] = NOTE.exec(hash) ?? [];
  return noteId === undefined ? parseDiffHash(hash) : { type: 'note', noteId };
}
