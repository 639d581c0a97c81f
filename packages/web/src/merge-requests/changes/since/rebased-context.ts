import type { DiffsMetadata, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import type { RebaseChanges } from '@tributary/contract/merge-requests/rebased.ts';
import { createContext, use, useCallback, useMemo, useState } from 'react';
import { type Question, useAnswer } from '../../../lib/answers.ts';
import { api } from '../../../lib/http.ts';
import type { DiffRow } from '../../../ui/diff/diff-row.ts';
import type { FileComments } from '../../../discussions/lines/line-comments.ts';
import { commentedRows } from '../../../discussions/lines/line-insertions.tsx';
import type { DiffRange } from '../../queries.ts';
import type { RebasedPart } from './hide-rebased.ts';
import { hidingOfRebased, loadSinceParts } from './load-since-parts.ts';

const NOTHING: RebaseChanges = { files: [], parts: [] };

export function rebaseChanges(path: string, range: DiffRange, head: string | null): Question<RebaseChanges> {
  return {
    key: ['merge-requests', 'rebase-changes', path, range, head],
    ask: async ({ signal }) => {
      const parts = loadSinceParts();
      // Told where it is waited for, below.
      parts.catch(() => undefined);
      const changes = await api.get<RebaseChanges>(path, { query: { ...range }, signal });
      await parts;
      return changes;
    },
    freshMs: 60_000,
  };
}

/** Only between versions there is something to tell apart. */
export function isCompared(page: MergeRequestShowPageData | null, range: DiffRange): boolean {
  return page !== null && range.start_sha !== undefined;
}

/** What came with a rebase alone, and how much of it the reader wants to see. */
export type Rebased = {
  changes: RebaseChanges;
  /** It could not be told apart, so all of it is shown. */
  isUnknown: boolean;
  isAllShown: boolean;
  showAll: (isShown: boolean) => void;
  partOf: (hash: string) => RebasedPart | undefined;
  isShown: (hash: string) => boolean;
  showFile: (hash: string) => void;
};

const RebasedContext = createContext<Rebased | null>(null);
export const RebasedProvider = RebasedContext.Provider;

export function useRebased(): Rebased | null {
  return use(RebasedContext);
}

export function useRebasedOf(page: MergeRequestShowPageData | null, range: DiffRange, head: string | null): Rebased {
  const isAsked = isCompared(page, range);
  const { data, error } = useAnswer(isAsked ? rebaseChanges(page?.review.rebasePath ?? '', range, head) : null);
  const [shown, setShown] = useState<{ of: string | undefined; all: boolean; files: ReadonlySet<string> }>();
  const start = range.start_sha;
  const own = shown !== undefined && shown.of === start ? shown : undefined;
  const changes = data ?? NOTHING;
  const isUnknown = isAsked && error !== null && !data;
  const showAll = useCallback((all: boolean) => setShown({ of: start, all, files: new Set() }), [start]);
  const showFile = useCallback(
    (hash: string) =>
      setShown((before) => {
        const kept = before && before.of === start ? before.files : new Set<string>();
        return { of: start, all: false, files: new Set([...kept, hash]) };
      }),
    [start],
  );
  return useMemo(() => {
    const parts = new Map(changes.parts.map((part) => [part.file_hash, part]));
    return {
      changes,
      isUnknown,
      isAllShown: own?.all === true,
      showAll,
      showFile,
      partOf: (hash: string) => parts.get(hash),
      isShown: (hash: string) => own?.all === true || own?.files.has(hash) === true,
    };
  }, [changes, isUnknown, own, showAll, showFile]);
}

/** The comparison as the reader wants it. */
export function visibleMetadata(metadata: DiffsMetadata, { changes, isAllShown }: Rebased): DiffsMetadata {
  return (isAllShown ? null : hidingOfRebased()?.withoutRebased(metadata, changes)) ?? metadata;
}

/** The rows of a file, with those marked or hidden that came with the rebase. */
export function useRebasedRows(file: PageDiffFile, rows: readonly DiffRow[], said: FileComments): readonly DiffRow[] {
  const rebased = useRebased();
  const part = rebased?.partOf(file.file_hash);
  const isShown = rebased?.isShown(file.file_hash) === true;
  return useMemo(() => {
    if (!part) return rows;
    const talked = commentedRows(said, file, rows);
    return hidingOfRebased()?.markRebased(rows, part, { isShown, talked }) ?? rows;
  }, [file, rows, said, part, isShown]);
}
