import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import type { DiffsAddresses } from '@tributary/contract/merge-requests/page.ts';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { DiffRow } from '../../ui/diff/diff-row.ts';
import type { ExpandWay } from '../../ui/diff/expand-ways.ts';
import { type DiffParams, fetchContextLines, fetchFoldedFile, fetchHighlight } from '../queries.ts';
import type { DiffFileStore, LoadedFile } from './model/diff-file-store.ts';
import { contextRequest, insertContext } from './model/expand-context.ts';
import { toDiffRows } from './model/to-diff-rows.ts';

export function useLoadedFile(store: DiffFileStore, index: number): LoadedFile {
  return useSyncExternalStore(
    useCallback((listener: () => void) => store.subscribe(index, listener), [store, index]),
    () => store.get(index),
  );
}

/** Loads a file's lines when its place comes near the screen. */
export function useLoadNear(store: DiffFileStore, index: number, isWanted: boolean) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element || !isWanted) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        void store.ensure(index);
      },
      { rootMargin: '1200px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [store, index, isWanted]);
  return place;
}

export type FoldState = 'folded' | 'loading' | 'open' | 'failed';

export type FileLines = {
  rows: readonly DiffRow[];
  fold: FoldState;
  error: string | null;
  open: () => void;
  close: () => void;
  expand: (index: number, way: ExpandWay) => void;
};

/** Rows of one file with what the reader opened: the fold, hidden lines, and highlighting that comes later. */
export function useFileLines(
  store: DiffFileStore,
  file: PageDiffFile,
  params: DiffParams,
  addresses: DiffsAddresses,
): FileLines {
  const initial = useMemo(() => toDiffRows(file.highlighted_diff_lines), [file]);
  const [expanded, setExpanded] = useState<{ of: PageDiffFile; rows: DiffRow[] } | null>(null);
  const [fold, setFold] = useState<FoldState>(file.collapsed || file.viewer.collapsed ? 'folded' : 'open');
  const [error, setError] = useState<string | null>(null);
  const rows = expanded?.of === file ? expanded.rows : initial;
  useLateHighlight(store, file, params, addresses, fold === 'open');

  const open = useCallback(() => {
    setError(null);
    if (file.highlighted_diff_lines.length > 0 || !file.collapsed) {
      setFold('open');
      return;
    }
    setFold('loading');
    const load = async () => {
      const loaded = await fetchFoldedFile(file, params);
      store.put(file.index, { ...loaded, index: file.index, collapsed: false });
      setFold('open');
    };
    load().catch((reason: unknown) => {
      setError(reason instanceof Error ? reason.message : null);
      setFold('failed');
    });
  }, [file, params, store]);

  const expand = useCallback(
    (index: number, way: ExpandWay) => {
      const request = contextRequest(rows, index, file.new_lines_count, way);
      if (!request || !file.context_lines_path) return;
      const load = async (path: string) => {
        const lines = await fetchContextLines(path, { ...request, view: 'inline', from_merge_request: true });
        setExpanded({ of: file, rows: insertContext(rows, index, toDiffRows(lines)) });
      };
      load(file.context_lines_path).catch(() => setError('Hidden lines could not be loaded. Try again.'));
    },
    [rows, file],
  );
  return { rows, fold, error, open, close: () => setFold('folded'), expand };
}

/** Colours arrive after the lines, so that nobody waits for them; heights do not change, so nothing moves. */
function useLateHighlight(
  store: DiffFileStore,
  file: PageDiffFile,
  params: DiffParams,
  addresses: DiffsAddresses,
  isOpen: boolean,
): void {
  useEffect(() => {
    if (file.is_highlighted || !isOpen || file.highlighted_diff_lines.length === 0) return undefined;
    let isCurrent = true;
    const colour = async () => {
      const rich = await fetchHighlight(addresses, params, file.file_hash);
      if (!isCurrent) return;
      const lines = file.highlighted_diff_lines.map((line, index) => ({
        ...line,
        rich_text: rich[index] ?? line.rich_text,
      }));
      store.put(file.index, { ...file, highlighted_diff_lines: lines, is_highlighted: true });
    };
    // Without colours the plain lines stay; that is not worth a message.
    colour().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [store, file, params, addresses, isOpen]);
}
