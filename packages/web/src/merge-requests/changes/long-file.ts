import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { MOST_OPENED } from '../../ui/diff/expand-ways.ts';
import type { Changes } from './changes-context.ts';
import { codeOfLine } from './code-of-line.ts';
import { loadPage, pageBefore, pagesOf } from './load-page.ts';
import type { FileView } from './model/file-views.ts';
import type { LoadedPage } from './model/omitted-lines.ts';
import { openPart, partOf } from './open-part.ts';
import { visibleRows } from './visible-rows.ts';

type Of = Pick<Changes, 'store' | 'views' | 'params' | 'loadFolded'>;

/** Lines in sight, counted from 1, among all of them where someone knows how many there are. */
export type VisibleLineRange = {
  from: number;
  to: number;
  total: number | null;
  hasBefore: boolean;
  hasAfter: boolean;
};

/** A file of which only parts are shown: those of its changes, or of the whole file. */
export type LongFile = {
  /** Numbers of the lines before each. */
  parts: readonly { old: number; new: number }[];
  linesOf: (part: number) => VisibleLineRange;
  /** Shows the next part or the one before; the code of its first line. Throws when its lines cannot be had. */
  step: (part: number, by: 1 | -1) => Promise<string | null>;
  /** The code of a line by its number, which is shown then; null where there is none. */
  codeOf: (line: number) => Promise<string | null>;
};

/** Is it shown in parts of the whole file? */
export function isVisibleInParts(file: PageDiffFile, { full, renamed }: FileView): boolean {
  return file.shown_in_parts === true && (full === 'full' || renamed === 'success');
}

/** The code of the first line after those with these numbers. */
function firstAfter(file: PageDiffFile, { old, new: now }: { old: number; new: number }, of: Of): string | null {
  const { rows } = visibleRows(file, of);
  const isAfter = (line: number | null, end: number) => line !== null && line > end;
  const row = rows.find((each) => each.lineCode !== null && (isAfter(each.newLine, now) || isAfter(each.oldLine, old)));
  return row?.lineCode ?? null;
}

function longChanges(file: PageDiffFile, of: Of): LongFile {
  const pages = pagesOf(file, of);
  const total = file.page?.total ?? pages.at(-1)?.to ?? 0;
  const next = async (page: LoadedPage) =>
    pages.find(({ from }) => from === page.to) ?? (await loadPage(file, { from: page.to }, of));
  const before = async (page: LoadedPage) => {
    const wanted = pageBefore(page);
    return pages.find(({ to }) => to === page.from) ?? (wanted && (await loadPage(file, wanted, of)));
  };
  return {
    parts: pages,
    linesOf: (part) => {
      const { from = 0, to = 0 } = pages[part] ?? {};
      return { from: from + 1, to, total, hasBefore: from > 0, hasAfter: to < total };
    },
    step: async (part, by) => {
      const page = pages[part];
      const other = page && (await (by > 0 ? next : before)(page));
      return other ? firstAfter(file, other, of) : null;
    },
    codeOf: (line) => codeOfLine(file, { side: file.deleted_file ? 'old' : 'new', line }, of),
  };
}

function longWhole(file: PageDiffFile, of: Of): LongFile {
  const total = file.new_lines_count;
  const count = Math.max(1, Math.ceil((total ?? 1) / MOST_OPENED));
  const show = async (line: number) => {
    const part = partOf(line);
    const { rows } = visibleRows(file, of);
    const isThere = (wanted: number) => rows.some(({ newLine }) => newLine === wanted);
    if (!isThere(part.from) || !isThere(Math.min(part.to, total ?? part.to))) await openPart(file, part, of);
    return visibleRows(file, of).rows.find(({ newLine }) => newLine !== null && newLine >= line)?.lineCode ?? null;
  };
  return {
    // What was removed has no place among the lines of the newer side.
    parts: Array.from({ length: count }, (_, at) => ({ old: Infinity, new: at * MOST_OPENED })),
    linesOf: (part) => {
      const { from, to } = partOf(part * MOST_OPENED + 1);
      const end = Math.min(to, total ?? to);
      return { from, to: end, total, hasBefore: from > 1, hasAfter: total !== null && end < total };
    },
    step: (part, by) => show((part + by) * MOST_OPENED + 1),
    codeOf: async (line) => (total !== null && line > total ? null : show(line)),
  };
}

export function longFile(file: PageDiffFile, view: FileView, of: Of): LongFile {
  return isVisibleInParts(file, view) ? longWhole(file, of) : longChanges(file, of);
}
