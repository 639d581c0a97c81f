import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { DiffFileStore } from './model/diff-file-store.ts';
import { FileViews } from './model/file-views.ts';
import { openTalked } from './open-talked.ts';

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
function hidden() {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const query = new URL(address, 'http://here').searchParams;
    const [since, to] = [Number(query.get('since')), Math.min(100, Number(query.get('to')))];
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
  const rows = () => views.get('abc').opened?.rows ?? [];
  return {
    asked,
    open: (...lines: number[]) => openTalked(file, lines, { store, views }),
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

it('opens no line twice, and closes up with what is beside it', async () => {
  const { open, shown, asked } = hidden();
  await open(12, 32, 37, 58);
  expect(shown()).toEqual([...run(10, 15), '()', ...run(29, 40), '()', ...run(55, 60), '()']);
  expect(asked).toHaveLength(4);
  await open(30, 58, 60);
  expect(asked).toHaveLength(4);
});

it('comes to the end of the file where nobody knows how long it is', async () => {
  const { open, shown } = hidden();
  await open(99);
  expect(shown().slice(2)).toEqual([60, '()', ...run(96, 100)]);
});
