import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';
import type { DiffRow } from '../../ui/diff/diff-row.ts';
import { useCallback, useSyncExternalStore } from 'react';
import type { OnFile } from '../model/index-by-line.ts';
import { lineKey } from '../model/line-key.ts';
import type { LinesFile } from './lines-file.ts';

/** A form below a line. */
export type OpenForm = {
  /** Names the first line that the comment is about (`lineKey`); null for one line. */
  start: string | null;
  /** How often its reader asked for it; never where it opened because of a text that was begun earlier. */
  asked: number;
};

/** What stands on one file and its lines. */
export type FileComments = {
  threads: OnFile<PageDiscussion>;
  /** Pending comments. */
  drafts: OnFile<PageDraft>;
  /** By where they are kept (`formKeyOf`). */
  forms: ReadonlyMap<string, OpenForm>;
};

/** What is said about changes. Who listens hears of one file: what happens on a line draws no other file again. */
export type LineComments = {
  /** Whether the reader may comment. */
  canBegin: boolean;
  /** The same object while nothing on the file changes. */
  of: (fileHash: string) => FileComments;
  subscribe: (fileHash: string, listener: () => void) => () => void;
  /** How often anything changed on any file, for those who look at all of them. */
  changes: { get: () => number; subscribe: (listener: () => void) => () => void };
  /** Opens a form at its place, about the lines from `start` on; `asks` is 0 where the keyboard stays where it is. */
  begin: (place: string, start: string | null, asks?: 0 | 1) => void;
  close: (place: string) => void;
};

type FormsFile = Pick<LinesFile, 'file_hash' | 'diff_refs'>;

/**
 * Where the form below a row is kept: by the line itself, so that what was begun on it opens below no other line. Where white
 * space is hidden it may have been begun on a line that was removed and is shown unchanged. What was begun before they were
 * kept so has only the code of its line.
 */
export function formKeyOf(
  { forms }: FileComments,
  { file_hash: hash, diff_refs: refs }: FormsFile,
  row: DiffRow,
): string {
  const placeAs = (line: Pick<DiffRow, 'oldLine' | 'newLine'>) => `${hash}_${lineKey(line, refs)}`;
  const place = placeAs(row);
  const others = [placeAs({ ...row, newLine: null }), row.lineCode ?? ''];
  return [place, ...others].find((each) => forms.has(each)) ?? place;
}

/** Opens the form below a row of a file: about the lines from another row on, else about those that it was about. */
export function beginBelow(comments: LineComments, file: FormsFile, rows: readonly DiffRow[]) {
  return (index: number, _side: 'old' | 'new' | null, from?: number): void => {
    const row = rows[index];
    if (!row?.lineCode) return;
    const said = comments.of(file.file_hash);
    const place = formKeyOf(said, file, row);
    const first = from === undefined ? undefined : rows[from];
    comments.begin(place, first?.lineCode ? lineKey(first, file.diff_refs) : (said.forms.get(place)?.start ?? null));
  };
}

/** What is said about one file, followed. */
export function useCommentsOn(comments: LineComments, fileHash: string): FileComments {
  return useSyncExternalStore(
    useCallback((listener: () => void) => comments.subscribe(fileHash, listener), [comments, fileHash]),
    () => comments.of(fileHash),
  );
}
