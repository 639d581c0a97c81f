import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import type { HighlightAnswer, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { toDiffRows } from '../../discussions/model/to-diff-rows.ts';
import { api } from '../../lib/http.ts';
import { diffQuery } from '../queries.ts';
import type { Changes } from './changes-context.ts';

type Of = Pick<Changes, 'store' | 'views' | 'params' | 'addresses'>;
type Rich = HighlightAnswer['files'][number]['rich_text'];

/** Lines that have all the colours they will get. */
const coloured = new WeakSet<PageDiffLine>();

/** Lines that came with their colours need not be asked for when others of their file do. */
export function keepColoured({ is_highlighted: isColoured, highlighted_diff_lines: lines }: PageDiffFile): void {
  if (isColoured) for (const line of lines) coloured.add(line);
}

/** Colours of the lines of a file from one of them on, as far as it has lines by now; the server gives so many at once. */
async function fetchColours({ addresses, params }: Of, file: PageDiffFile, from: number): Promise<Rich> {
  const rich: Rich = [];
  let at: number;
  do {
    at = from + rich.length;
    const query = { ...diffQuery(params), file_hash: file.file_hash, from_line: at };
    const { files } = await api.get<HighlightAnswer>(addresses.highlightPath, { query });
    rich.push(...(files[0]?.rich_text ?? []));
  } while (at < from + rich.length && from + rich.length < file.highlighted_diff_lines.length);
  return rich;
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
  const isDone = lines.every((line) => coloured.has(line));
  store.put(file.index, { ...file, highlighted_diff_lines: lines, is_highlighted: isDone });
}

async function colour(index: number, of: Of): Promise<void> {
  for (;;) {
    const before = of.store.get(index);
    if (before.state !== 'loaded' || before.file.is_highlighted) return;
    const from = before.file.highlighted_diff_lines.findIndex((line) => !coloured.has(line));
    const rich = from < 0 ? [] : await fetchColours(of, before.file, from);
    if (rich.length === 0) return;
    // More lines may have come in the meantime; they are asked for next.
    const now = of.store.get(index);
    if (now.state === 'loaded') show(now.file, from, rich, of);
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
