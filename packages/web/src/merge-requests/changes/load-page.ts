import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { type VisibleLine, toDiffRows } from '../../discussions/model/to-diff-rows.ts';
import { fetchFoldedFile } from './fetch-folded-file.ts';
import type { Changes } from './changes-context.ts';
import { markHighlighted } from './colour-lines.ts';
import { insertPage, lineOf, type LineWanted, type LoadedPage, rowOf } from './model/omitted-lines.ts';
import { fileNow } from './visible-rows.ts';

type Of = Pick<Changes, 'store' | 'views' | 'params'>;
type Wanted = { from: number } | LineWanted;

function queryOf(wanted: Wanted): Record<string, number> {
  if ('from' in wanted) return wanted.from > 0 ? { from_line: wanted.from } : {};
  return {
    ...('old' in wanted && { at_old: Math.max(1, wanted.old) }),
    ...('new' in wanted && { at_new: Math.max(1, wanted.new) }),
  };
}

function pageOf(next: PageDiffFile, from: number): LoadedPage {
  const { page, next_line: end, highlighted_diff_lines: lines } = next;
  const start = page?.from ?? from;
  return { from: start, to: end ?? start + lines.length, old: page?.old_line ?? 0, new: page?.new_line ?? 0 };
}

/** The pages of a long file that are here, in their order. */
export function pagesOf(file: PageDiffFile, { views }: Pick<Of, 'views'>): readonly LoadedPage[] {
  return views.get(file.file_hash).pages ?? [pageOf(file, 0)];
}

/** What to ask for to have the page before the line with these numbers; null before the first one. */
export function pageBefore({ old, new: now }: { old: number; new: number }): LineWanted | null {
  if (old + now === 0) return null;
  // The two numbers of a code are those of the next lines: one less is the line before.
  return now > 0 ? { old: old + 1, new: now } : { old, new: 1 };
}

/** Goes on where the lines end for now. */
export async function loadMoreLines(file: PageDiffFile, changes: Of): Promise<void> {
  if (file.next_line !== null) await loadPage(file, { from: file.next_line }, changes);
}

/**
 * Adds lines of a very long file, from one of them on or around one: what was opened between its lines stays, and what is
 * still left out has a row of its own. Throws when they cannot be had. Answers where they stand.
 */
export async function loadPage(file: PageDiffFile, wanted: Wanted, changes: Of): Promise<LoadedPage> {
  const { store, views, params } = changes;
  const next = await fetchFoldedFile(file, params, queryOf(wanted));
  const now = fileNow(file, changes);
  markHighlighted(now);
  markHighlighted(next);
  const own: readonly VisibleLine[] = next.highlighted_diff_lines;
  const end = now.next_line ?? Infinity;
  const page = pageOf(next, now.next_line ?? 0);
  const before: readonly VisibleLine[] = now.highlighted_diff_lines;
  const placed = insertPage(before, own, page, { end, placeOf: lineOf });
  // Someone else has added them meanwhile.
  if (placed === before) return page;
  const lines = [...placed];
  const { opened } = views.get(file.file_hash);
  if (opened?.of === before) {
    const rows = insertPage(opened.rows, toDiffRows(own), page, { end, placeOf: rowOf });
    views.patch(file.file_hash, { opened: { of: lines, rows } });
  }
  const pages = [...pagesOf(now, changes), page].toSorted((one, other) => one.from - other.from);
  views.patch(file.file_hash, { isLonger: true, pages });
  store.put(file.index, {
    ...now,
    highlighted_diff_lines: lines,
    next_line: page.from >= end ? next.next_line : now.next_line,
    is_highlighted: now.is_highlighted && next.is_highlighted,
    is_fully_expanded: now.is_fully_expanded && next.is_fully_expanded,
  });
  return page;
}
