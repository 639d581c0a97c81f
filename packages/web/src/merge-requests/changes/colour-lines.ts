import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import type { HighlightAnswer, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { type VisibleLine, toDiffRows } from '../../discussions/model/to-diff-rows.ts';
import { api } from '../../lib/http.ts';
import { diffQuery } from '../queries.ts';
import type { Changes } from './changes-context.ts';

type Of = Pick<Changes, 'store' | 'views' | 'params' | 'addresses'>;
type Rich = HighlightAnswer['files'][number]['rich_text'];

/** Lines that have all the colours they will get. */
const coloured = new WeakSet<PageDiffLine>();

/** Lines that came with their colours need not be asked for when others of their file do. */
export function markHighlighted({ is_highlighted: isColoured, highlighted_diff_lines: lines }: PageDiffFile): void {
  if (isColoured) for (const line of lines) coloured.add(line);
}

/** Index of the first line without colours, and which of all lines of the changes it is. */
function firstPlain(lines: readonly VisibleLine[]): { index: number; row: number } | null {
  let row = 0;
  for (const [index, line] of lines.entries()) {
    if (!isDone(line)) return { index, row };
    row = line.leftOut ? line.leftOut.to : row + 1;
  }
  return null;
}

function indexOfRow(lines: readonly VisibleLine[], wanted: number): number {
  let row = 0;
  for (const [index, { leftOut }] of lines.entries()) {
    if (row === wanted && !leftOut) return index;
    row = leftOut ? leftOut.to : row + 1;
  }
  return lines.length;
}

/** What stands for others has no colours. */
const isDone = (line: VisibleLine) => line.leftOut !== undefined || coloured.has(line);

/** Colours of lines from one of them on; the server gives so many at once. */
async function fetchColours({ addresses, params }: Of, file: PageDiffFile, from: number): Promise<Rich> {
  const query = { ...diffQuery(params), file_hash: file.file_hash, from_line: from };
  const { files } = await api.get<HighlightAnswer>(addresses.highlightPath, { query });
  return files[0]?.rich_text ?? [];
}

/** How many lines follow each other from this one on. */
function runFrom(lines: readonly VisibleLine[], from: number): number {
  const end = lines.findIndex(({ leftOut }, index) => index > from && leftOut);
  return (end < 0 ? lines.length : end) - from;
}

/** Lines that were there keep their places; what was opened between them stays. */
function show(file: PageDiffFile, from: number, rich: Rich, { store, views }: Of): void {
  const plain = file.highlighted_diff_lines;
  const lines = plain.map((line, index) => {
    if (index < from || index >= from + rich.length) return line;
    const now = { ...line, rich_text: rich[index - from] ?? line.rich_text };
    coloured.add(now);
    return now;
  });
  const { opened } = views.get(file.file_hash);
  if (opened?.of === plain) {
    const html = new Map(toDiffRows(lines).map((row) => [row.lineCode, row.html]));
    const rows = opened.rows.map((row) => ({
      ...row,
      html: (row.lineCode === null ? undefined : html.get(row.lineCode)) ?? row.html,
    }));
    views.patch(file.file_hash, { opened: { of: lines, rows } });
  }
  const isAll = lines.every(isDone);
  store.put(file.index, { ...file, highlighted_diff_lines: lines, is_highlighted: isAll });
}

async function colour(index: number, of: Of): Promise<void> {
  for (;;) {
    const before = of.store.get(index);
    if (before.state !== 'loaded' || before.file.is_highlighted) return;
    const asked = firstPlain(before.file.highlighted_diff_lines);
    const rich = asked ? await fetchColours(of, before.file, asked.row) : [];
    if (!asked || rich.length === 0) return;
    // More lines may have come in the meantime, also before these; they are asked for next.
    const now = of.store.get(index);
    if (now.state !== 'loaded') return;
    const { highlighted_diff_lines: lines } = now.file;
    const from = indexOfRow(lines, asked.row);
    show(now.file, from, rich.slice(0, runFrom(lines, from)), of);
  }
}

const running = new WeakMap<Changes['store'], Map<number, Promise<void>>>();

/** Gives colours to the lines of a file that have none yet, once for all who ask meanwhile. Throws when they cannot be had. */
export function colourLines(index: number, of: Of): Promise<void> {
  const files = running.get(of.store) ?? new Map<number, Promise<void>>();
  running.set(of.store, files);
  const work = files.get(index) ?? colour(index, of).finally(() => files.delete(index));
  files.set(index, work);
  return work;
}
