import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';
import type { DiffRow } from '../../ui/diff/diff-row.ts';
import { useCallback, useSyncExternalStore } from 'react';
import type { OnFile } from '../model/index-by-line.ts';

/** A form below a line. */
export type OpenForm = {
  /** Line code of the first line that the comment is about; null for one line. */
  start: string | null;
  /** Opened by the reader, not because of a text that was begun earlier. */
  isAsked: boolean;
};

/** What stands on one file and its lines. */
export type FileComments = {
  threads: OnFile<PageDiscussion>;
  /** Pending comments. */
  drafts: OnFile<PageDraft>;
  /** By line code. */
  forms: ReadonlyMap<string, OpenForm>;
};

/** What is said about changes. Who listens hears of one file: what happens on a line draws no other file anew. */
export type LineComments = {
  /** Whether the reader may comment. */
  canBegin: boolean;
  /** The same object while nothing on the file changes. */
  of: (fileHash: string) => FileComments;
  subscribe: (fileHash: string, listener: () => void) => () => void;
  /** How often anything changed on any file, for those who look at all of them. */
  changes: { get: () => number; subscribe: (listener: () => void) => () => void };
  /** Opens a form below a line, about the lines from `start` on. */
  begin: (lineCode: string, start: string | null) => void;
  close: (lineCode: string) => void;
};

/** Opens the form below a row of a file: about the lines from another row on, else about those that it was about. */
export function beginBelow(comments: LineComments, fileHash: string, rows: readonly DiffRow[]) {
  return (index: number, _side: 'old' | 'new' | null, from?: number): void => {
    const lineCode = rows[index]?.lineCode ?? null;
    if (lineCode === null) return;
    const known = comments.of(fileHash).forms.get(lineCode)?.start ?? null;
    comments.begin(lineCode, from === undefined ? known : (rows[from]?.lineCode ?? known));
  };
}

/** What is said about one file, followed. */
export function useCommentsOn(comments: LineComments, fileHash: string): FileComments {
  return useSyncExternalStore(
    useCallback((listener: () => void) => comments.subscribe(fileHash, listener), [comments, fileHash]),
    () => comments.of(fileHash),
  );
}
