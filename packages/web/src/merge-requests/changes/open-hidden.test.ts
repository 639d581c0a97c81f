import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { toDiffRows } from '../../discussions/model/to-diff-rows.ts';
import type { ExpandWay } from '../../ui/diff/expand-ways.ts';
import { DiffFileStore } from './model/diff-file-store.ts';
import { FileViews } from './model/file-views.ts';
import { openHidden } from './open-hidden.ts';
import { showChangesOnly } from './full-file.ts';

const MOST = 5_000;

afterEach(() => vi.unstubAllGlobals());

const line = (number: number): PageDiffLine => ({
  line_code: `abc_${number}_${number}`,
  type: null,
  old_line: number,
  new_line: number,
  text: `line ${number}`,
  rich_text: `line ${number}`,
  meta_data: null,
});
const match: PageDiffLine = {
  line_code: null,
  type: 'match',
  old_line: null,
  new_line: null,
  text: '',
  rich_text: '',
  meta_data: { old_pos: 0, new_pos: 0 },
};

/** A file of so many lines, of which the server gives a part at once; `fails` names the question that it does not answer. */
function serve(count: number, fails = 0, onAsk: (time: number) => void = () => undefined): number[] {
  const asked: number[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const query = new URL(address, 'http://here').searchParams;
    const since = Number(query.get('since'));
    asked.push(since);
    onAsk(asked.length);
    if (asked.length === fails) return new Response('{}', { status: 503 });
    const to = Math.min(count, Number(query.get('to')), since + MOST - 1);
    const lines = Array.from({ length: Math.max(0, to - since + 1) }, (_, at) => line(since + at));
    const isMore = query.get('unfold') === 'true' && to < count;
    return Response.json(isMore ? [...lines, match] : lines);
  });
  return asked;
}

function hidden(from: PageDiffLine[], newLinesCount: number | null) {
  const views = new FileViews();
  const rows = toDiffRows(from);
  const file = {
    index: 0,
    moves: [] as PageDiffFile['moves'],
    file_hash: 'abc',
    context_lines_path: '/lines',
    new_lines_count: newLinesCount,
    highlighted_diff_lines: from,
  } as PageDiffFile;
  const store = new DiffFileStore(1, () => Promise.reject(new Error('nothing else is asked for')));
  store.put(0, file);
  /** By its place among the gaps as they were at first. */
  const open = (gap = 0, way: ExpandWay = 'all') => {
    const index = rows.flatMap(({ kind }, at) => (kind === 'match' ? at : []))[gap] ?? -1;
    return openHidden(file, { rows, index, way }, { store, views, params: { w: 0, view: 'inline' } });
  };
  /** As when colours come: other lines, which are the same. */
  const colour = () => {
    const lines = from.map((each) => ({ ...each, rich_text: `<b>${each.text}</b>` }));
    store.put(0, { ...file, highlighted_diff_lines: lines });
  };
  const shown = () => views.get('abc').opened?.rows ?? [];
  return {
    open,
    colour,
    views,
    shown,
    numbers: () => shown().map((row) => (row.kind === 'match' ? null : row.newLine)),
  };
}

const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

it('opens all hidden lines between two hunks', async () => {
  const asked = serve(5_100);
  const { open, numbers, shown } = hidden([line(1), match, line(5_002)], 5_100);
  await open();
  expect(numbers()).toEqual([...upTo(5_001), 5_002]);
  expect(asked).toEqual([2]);
  // What is suggested for such a line begins with it.
  expect(shown()[2_500]).toMatchObject({ kind: 'expanded', text: 'line 2501' });
});

it('opens the first of very many, as the button says', async () => {
  const asked = serve(9_000);
  const { open, numbers } = hidden([line(1), match, line(8_900)], 9_000);
  await open();
  expect(numbers()).toEqual([...upTo(5_001), null, 8_900]);
  expect(asked).toEqual([2]);
});

it('goes on to an end that nobody knows, however often it has to ask', async () => {
  const asked = serve(12_345);
  const { open, numbers } = hidden([line(1), match], null);
  await open();
  expect(numbers()).toEqual(upTo(12_345));
  expect(asked).toEqual([2, 5_002, 10_002]);
});

it('keeps what has come when a later part cannot be had', async () => {
  serve(12_000, 2);
  const { open, numbers } = hidden([line(1), match], null);
  await expect(open()).rejects.toMatchObject({ status: 503 });
  expect(numbers()).toEqual([...upTo(5_001), null]);
});

it('opens two gaps at once, and keeps the lines when colours come meanwhile', async () => {
  serve(5_000);
  const { open, numbers, shown, colour } = hidden([line(1), match, line(2_500), match, line(5_000)], 5_000);
  const both = Promise.all([open(0), open(1)]);
  colour();
  await both;
  expect(numbers()).toEqual(upTo(5_000));
  expect(shown()[0]?.html).toBe('<b>line 1</b>');
});

it('stops where the reader went back to the changes alone', async () => {
  const asked = serve(9_000, 0, (time) => {
    if (time === 2) views.patch('abc', { opened: null });
  });
  const { open, numbers, views } = hidden([line(1), match], null);
  await open();
  expect(asked).toHaveLength(2);
  expect(numbers()).toEqual([]);
});

it('brings nothing back that comes after the reader went back to the changes alone', async () => {
  const asked = serve(300, 2, () => showChangesOnly('abc', views));
  const { open, numbers, views } = hidden([line(1), match, line(200)], 300);
  await open();
  expect(asked).toHaveLength(1);
  expect(numbers()).toEqual([]);
  // What failed is not told either.
  await open();
  expect(asked).toHaveLength(2);
  expect(numbers()).toEqual([]);
});

it('shows lines once that were asked for twice', async () => {
  serve(300);
  const { open, numbers } = hidden([line(1), match, line(200)], 300);
  await Promise.all([open(0, 'down'), open(0, 'down')]);
  expect(numbers()).toEqual([...upTo(21), null, 200]);
});
