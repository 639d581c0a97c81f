import type { DiffFileSummary, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { DiffRow } from '../../ui/diff/diff-row.ts';
import type { ExpandWay } from '../../ui/diff/expand-ways.ts';
import { afterPaint } from '../../lib/after-paint.ts';
import { type Changes, useChanges } from './changes-context.ts';
import { type DiffFileStore, type LoadedFile, ON_SCREEN_MAX_WAIT_MS } from './model/diff-file-store.ts';
import { linesOnDemand } from './more-of-file.ts';
import type { FileView } from './model/file-views.ts';
import { markMoves } from './model/mark-moves.ts';
import { toDiffRows } from '../../discussions/model/to-diff-rows.ts';

export function useLoadedFile(index: number): LoadedFile {
  const { store } = useChanges();
  return useSyncExternalStore(
    useCallback((listener: () => void) => store.subscribe(index, listener), [store, index]),
    () => store.get(index),
  );
}

export function useFileView(hash: string): FileView {
  const { views } = useChanges();
  return useSyncExternalStore(
    useCallback((listener: () => void) => views.subscribe(hash, listener), [views, hash]),
    () => views.get(hash),
  );
}

/** Loads a file's lines when its place comes near the screen. */
export function useLoadOnScreen(store: DiffFileStore, index: number, isWanted: boolean) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element || !isWanted) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        void store.preload(index, ON_SCREEN_MAX_WAIT_MS);
      },
      { rootMargin: '1200px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [store, index, isWanted]);
  return place;
}

/** Open or folded: by what was done to the file, else by its own wish. */
export function isFolded(view: FileView, file: PageDiffFile | null): boolean {
  if (view.collapse !== null) return view.collapse !== 'open';
  if (file === null || file.collapse_reason === 'pure_rename') return false;
  return file.collapsed || file.viewer.collapsed;
}

/** Lines that the server did not send with the file, because it is folded at first. */
function lacksLines(file: PageDiffFile): boolean {
  return file.collapsed && file.highlighted_diff_lines.length === 0;
}

/** Opens a file, asking for its lines when they are not there. */
export function useOpenFile(file: DiffFileSummary) {
  const { store, views } = useChanges();
  return useCallback(() => {
    views.fold(file.file_hash, 'open');
    void store.ensure(file.index);
  }, [store, views, file]);
}

/** Loads what an open file lacks. `Try again` calls the answer. */
export function useFoldedLines(file: PageDiffFile, isOpen: boolean): () => void {
  const { views, loadFolded } = useChanges();
  const { load } = useFileView(file.file_hash);
  const start = useCallback(() => void loadFolded(file), [file, loadFolded]);
  const isWanted = isOpen && lacksLines(file) && load === 'idle' && file.collapse_reason !== 'pure_rename';
  useEffect(() => {
    if (isWanted) start();
  }, [isWanted, start, views]);
  return start;
}

export type FileLines = {
  rows: readonly DiffRow[];
  expand: (index: number, way: ExpandWay) => void;
};

/** Rows of one file with what the reader opened between its hunks, and highlighting that comes later. */
export function useFileLines(file: PageDiffFile, { opened }: FileView): FileLines {
  const changes = useChanges();
  const { views } = changes;
  const initial = useMemo(
    () => markMoves(toDiffRows(file.highlighted_diff_lines), file.moves, file.file_hash),
    [file.highlighted_diff_lines, file.moves, file.file_hash],
  );
  const rows = opened?.of === file.highlighted_diff_lines ? opened.rows : initial;
  useLateHighlight(changes, file);
  const expand = useCallback(
    (index: number, way: ExpandWay) => {
      linesOnDemand()
        .then((of) => of.openHidden(file, { rows, index, way }, changes))
        .catch(() => views.patch(file.file_hash, { problem: 'Hidden lines could not be loaded. Try again.' }));
    },
    [rows, file, changes, views],
  );
  return { rows, expand };
}

/** Colours arrive after the lines, so that nobody waits for them; heights do not change, so nothing moves. */
function useLateHighlight(
  changes: Changes,
  { index, is_highlighted: isColoured, highlighted_diff_lines: lines }: PageDiffFile,
) {
  const isWanted = !isColoured && lines.length > 0;
  useEffect(() => {
    if (!isWanted) return;
    afterPaint()
      .then(linesOnDemand)
      .then((of) => of.colourLines(index, changes))
      // Without colours the plain lines stay; that is not worth a message.
      .catch(() => undefined);
  }, [index, isWanted, lines, changes]);
}
