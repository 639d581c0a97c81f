import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { toDiffRows } from '../../discussions/model/to-diff-rows.ts';
import type { Changes } from './changes-context.ts';
import { colourLines } from './colour-lines.ts';
import { loadPage, pageBefore, pagesOf } from './load-page.ts';
import { longFile } from './long-file.ts';
import { DiffFileStore } from './model/diff-file-store.ts';
import { FileViews } from './model/file-views.ts';
import { visibleRows } from './visible-rows.ts';

const PAGE = 10;
const COUNT = 60;

afterEach(() => vi.unstubAllGlobals());

const line = (number: number): PageDiffLine => ({
  line_code: `abc_1_${number}`,
  type: 'new',
  old_line: null,
  new_line: number,
  text: `line ${number}`,
  rich_text: `line ${number}`,
  meta_data: null,
});

function pageFrom(from: number): PageDiffFile {
  return {
    index: 0,
    file_hash: 'abc',
    load_collapsed_diff_url: '/more',
    deleted_file: false,
    viewer: { name: 'text' },
    moves: [] as PageDiffFile['moves'],
    highlighted_diff_lines: Array.from({ length: PAGE }, (_, at) => line(from + at + 1)),
    next_line: from + PAGE < COUNT ? from + PAGE : null,
    page: { from, total: COUNT, old_line: 0, new_line: from },
    is_highlighted: false,
    is_fully_expanded: true,
  } as PageDiffFile;
}

/** A new file of 60 lines, of which the server gives ten at once. */
function longNewFile() {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams: query } = new URL(address, 'http://here');
    const from = Number(query.get('from_line') ?? Math.floor((Number(query.get('at_new')) - 1) / PAGE) * PAGE);
    asked.push(`${pathname.slice(1)} ${from}`);
    if (pathname === '/more') return Response.json(pageFrom(Math.min(from, COUNT - PAGE)));
    const rich = Array.from({ length: PAGE - (from % PAGE) }, (_, at) => `<b>line ${from + at + 1}</b>`);
    return Response.json({ files: [{ file_hash: 'abc', rich_text: rich }] });
  });
  const store = new DiffFileStore(1, () => Promise.reject(new Error('nothing else is asked for')));
  store.put(0, pageFrom(0));
  const views = new FileViews();
  const changes = { store, views, params: { view: 'inline', w: 0 }, addresses: { highlightPath: '/colours' } } as Partial<Changes> as Changes; // prettier-ignore
  const file = (): PageDiffFile => {
    const now = store.get(0);
    if (now.state !== 'loaded') throw new Error('the file is gone');
    return now.file;
  };
  const numbers = () => visibleRows(file(), changes).rows.map(({ newLine, leftOut }) => newLine ?? `…${leftOut?.from}`);
  return { asked, changes, views, file, numbers };
}

const from = (first: number) => Array.from({ length: PAGE }, (_, at) => first + at);

it('puts the page with a line to its place, whoever asks, and keeps what was opened', async () => {
  const { asked, changes, views, file, numbers } = longNewFile();
  const lines = file().highlighted_diff_lines;
  const opened = toDiffRows(lines).map((row) => ({ ...row, text: 'opened' }));
  views.patch('abc', { opened: { of: lines, rows: opened } });
  await Promise.all([loadPage(file(), { old: 1, new: 44 }, changes), loadPage(file(), { new: 41 }, changes)]);
  expect(numbers()).toEqual([...from(1), '…10', ...from(41)]);
  expect(visibleRows(file(), changes).rows[3]).toMatchObject({ text: 'opened' });
  await loadPage(file(), { from: 10 }, changes);
  expect(numbers()).toEqual([...from(1), ...from(11), '…20', ...from(41)]);
  expect(pagesOf(file(), changes).map((page) => page.from)).toEqual([0, 10, 40]);
  expect([file().next_line, asked]).toEqual([50, ['more 40', 'more 40', 'more 10']]);
});

it('gives colours to pages in any order', async () => {
  const { asked, changes, file } = longNewFile();
  await loadPage(file(), { new: 44 }, changes);
  await colourLines(0, changes);
  await loadPage(file(), { from: 10 }, changes);
  await colourLines(0, changes);
  const html = file().highlighted_diff_lines.filter(({ line_code: code }) => code !== null);
  expect(html.map(({ rich_text: rich }) => rich)).toEqual([...from(1), ...from(11), ...from(41)].map((at) => `<b>line ${at}</b>`)); // prettier-ignore
  expect(file().is_highlighted).toBe(true);
  expect(asked).toEqual(['more 40', 'colours 0', 'colours 40', 'more 10', 'colours 10']);
});

it('steps to the parts before and after, and to a line', async () => {
  const { changes, views, file } = longNewFile();
  const long = () => longFile(file(), views.get('abc'), changes);
  await loadPage(file(), { new: 44 }, changes);
  expect(long().linesOf(1)).toEqual({ from: 41, to: 50, total: COUNT, hasBefore: true, hasAfter: true });
  expect(await long().step(1, -1)).toBe('abc_1_31');
  expect(await long().step(1, -1)).toBe('abc_1_21');
  expect(await long().step(3, 1)).toBe('abc_1_51');
  expect(long().linesOf(4)).toMatchObject({ from: 51, to: 60, hasAfter: false });
  expect(long().linesOf(0)).toMatchObject({ from: 1, hasBefore: false });
  expect(await long().codeOf(15)).toBe('abc_1_15');
});

it('asks for the page before by the last line of it', () => {
  expect(pageBefore({ old: 0, new: 0 })).toBeNull();
  expect(pageBefore({ old: 3, new: 7 })).toEqual({ old: 4, new: 7 });
  expect(pageBefore({ old: 3, new: 0 })).toEqual({ old: 3, new: 1 });
});
