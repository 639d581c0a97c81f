import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { afterEach, expect, it, vi } from 'vitest';
import type { Changes } from './changes-context.ts';
import { colourLines } from './colour-lines.ts';
import { loadMoreLines } from './load-page.ts';
import { DiffFileStore } from './model/diff-file-store.ts';
import { FileViews } from './model/file-views.ts';

const PAGE = 3;
const COUNT = 8;

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

const page = (from: number, isColoured = false) =>
  ({
    index: 0,
    file_hash: 'abc',
    load_collapsed_diff_url: '/more',
    moves: [] as PageDiffFile['moves'],
    highlighted_diff_lines: Array.from({ length: Math.min(PAGE, COUNT - from) }, (_, at) => line(from + at + 1)),
    next_line: from + PAGE < COUNT ? from + PAGE : null,
    is_highlighted: isColoured,
  }) as PageDiffFile;

/** A long file of which the server gives a part at once, with the lines that colours were asked for. */
function longFile({ isColoured = false, onColours = (_from: number): unknown => undefined } = {}) {
  const asked: number[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://here');
    const from = Number(searchParams.get('from_line'));
    if (pathname === '/more') return Response.json(page(from));
    asked.push(from);
    await onColours(from);
    const lines = Array.from({ length: Math.min(PAGE, COUNT - from) }, (_, at) => `<b>line ${from + at + 1}</b>`);
    return Response.json({ files: [{ file_hash: 'abc', rich_text: lines }] });
  });
  const store = new DiffFileStore(1, () => Promise.reject(new Error('nothing else is asked for')));
  store.put(0, page(0, isColoured));
  const changes = {
    store,
    views: new FileViews(),
    params: { view: 'inline', w: 0 },
    addresses: { highlightPath: '/colours' },
  } as Partial<Changes> as Changes;
  const file = (): PageDiffFile => {
    const now = store.get(0);
    if (now.state !== 'loaded') throw new Error('the file is gone');
    return now.file;
  };
  return {
    asked,
    colour: () => colourLines(0, changes),
    more: () => loadMoreLines(file(), changes),
    texts: () => file().highlighted_diff_lines.map(({ rich_text: html }) => html),
    isDone: () => file().is_highlighted,
  };
}

const upTo = (last: number) => Array.from({ length: last }, (_, at) => `<b>line ${at + 1}</b>`);

it('asks for colours of the lines that came since, and not again for those that have them', async () => {
  const { asked, colour, more, texts, isDone } = longFile();
  await colour();
  expect(texts()).toEqual(upTo(3));
  await more();
  expect(isDone()).toBe(false);
  await colour();
  await more();
  await colour();
  expect(texts()).toEqual(upTo(COUNT));
  expect(isDone()).toBe(true);
  expect(asked).toEqual([0, 3, 6]);
});

it('leaves out the lines that came with their colours', async () => {
  const { asked, colour, more, isDone } = longFile({ isColoured: true });
  await more();
  await colour();
  expect(asked).toEqual([3]);
  expect(isDone()).toBe(true);
});

it('goes on with lines that come while colours are on their way, whoever asks', async () => {
  const { asked, colour, more, texts, isDone } = longFile({ onColours: (from) => from === 0 && more() });
  await Promise.all([colour(), colour()]);
  expect(texts()).toEqual(upTo(6));
  expect(isDone()).toBe(true);
  expect(asked).toEqual([0, 3]);
});

it('ends where there are no colours', async () => {
  const { asked, colour, isDone } = longFile();
  vi.stubGlobal('fetch', async () => {
    asked.push(-1);
    return Response.json({ files: [] });
  });
  await colour();
  expect(asked).toEqual([-1]);
  expect(isDone()).toBe(false);
});
