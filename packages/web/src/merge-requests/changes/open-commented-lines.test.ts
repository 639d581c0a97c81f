import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { DiffFileStore } from './model/diff-file-store.ts';
import { FileViews } from './model/file-views.ts';
import { openCommentedLines } from './open-commented-lines.ts';

afterEach(() => vi.unstubAllGlobals());

/** A line of the newer side; two were added above it. */
const line = (number: number): PageDiffLine => ({
  line_code: `abc_${number - 2}_${number}`,
  type: null,
  old_line: number - 2,
  new_line: number,
  text: `line ${number}`,
  rich_text: `line ${number}`,
  meta_data: null,
});
const match = (words: string): PageDiffLine => ({
  line_code: null,
  type: 'match',
  old_line: null,
  new_line: null,
  text: words,
  rich_text: words,
  meta_data: { old_pos: 0, new_pos: 0 },
});

/** A file of 100 lines, the 10th and the 60th of which are shown; what is asked for is noted. */
function hidden(failing?: number) {
  const asked: string[] = [];
  const underWay = { now: 0, most: 0 };
  vi.stubGlobal('fetch', async (address: string) => {
    underWay.most = Math.max(underWay.most, ++underWay.now);
    await Promise.resolve();
    underWay.now--;
    const query = new URL(address, 'http://here').searchParams;
    const [since, to] = [Number(query.get('since')), Math.min(100, Number(query.get('to')))];
    if (since === failing) throw new TypeError('Failed to fetch');
    asked.push(`${since}-${to}, offset ${query.get('offset')}`);
    return Response.json(Array.from({ length: to - since + 1 }, (_, at) => line(since + at)));
  });
  const views = new FileViews();
  const file = {
    index: 0,
    moves: [] as PageDiffFile['moves'],
    file_hash: 'abc',
    context_lines_path: '/lines',
    new_lines_count: null,
    highlighted_diff_lines: [line(10), match('@@ 60'), line(60), match('')],
  } as PageDiffFile;
  const store = new DiffFileStore(1, () => Promise.reject(new Error('nothing else is asked for')));
  store.put(0, file);
  let drawn = 0;
  views.subscribe('abc', () => drawn++);
  const rows = () => views.get('abc').opened?.rows ?? [];
  return {
    asked,
    underWay,
    timesDrawn: () => drawn,
    open: (...lines: number[]) => openCommentedLines(file, lines, { store, views }),
    shown: () => rows().map((row) => (row.kind === 'match' ? `(${row.html})` : row.newLine)),
  };
}

const run = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

it('opens a line in the middle of what is hidden, with its neighbours; the rest can still be opened', async () => {
  const { open, shown, asked } = hidden();
  await open(30);
  expect(shown()).toEqual([10, '()', ...run(27, 33), '(@@ 60)', 60, '()']);
  expect(asked).toEqual(['27-33, offset 2']);
});

it('opens a line that is known by its number on the older side, unless it is shown', async () => {
  const { open, shown, asked } = hidden();
  await open(-28, -8, -58);
  expect(shown()).toEqual([10, '()', ...run(27, 33), '(@@ 60)', 60, '()']);
  expect(asked).toEqual(['27-33, offset 2']);
});

it('opens no line twice, and closes up with what is beside it', async () => {
  const { open, shown, asked } = hidden();
  await open(12, 32, 37, 58);
  expect(shown()).toEqual([...run(10, 15), '()', ...run(29, 40), '()', ...run(55, 60), '()']);
  expect(asked).toEqual(['11-15, offset 2', '29-40, offset 2', '55-59, offset 2']);
  await open(30, 58, 60);
  expect(asked).toHaveLength(3);
});

it('asks for lines that are far from each other side by side, a few at a time, and draws the file once', async () => {
  const { open, shown, asked, underWay, timesDrawn } = hidden();
  await open(80, 14, 23, 32, 41, 50);
  expect(asked).toHaveLength(6);
  expect(underWay.most).toBe(4);
  expect(timesDrawn()).toBe(1);
  expect(shown().slice(-10)).toEqual([60, '()', ...run(77, 83), '()']);
});

it('shows what came when something else could not be had', async () => {
  const { open, shown } = hidden(20);
  await expect(open(23, 40)).rejects.toBeInstanceOf(Error);
  expect(shown()).toEqual([10, '()', ...run(37, 43), '(@@ 60)', 60, '()']);
});

it('shows every line that two ask for at the same time', async () => {
  const { open, shown } = hidden();
  await Promise.all([open(30), open(30, 34)]);
  expect(shown()).toEqual([10, '()', ...run(27, 37), '(@@ 60)', 60, '()']);
});

it('comes to the end of the file where nobody knows how long it is', async () => {
  const { open, shown } = hidden();
  await open(99);
  expect(shown().slice(2)).toEqual([60, '()', ...run(96, 100)]);
});
