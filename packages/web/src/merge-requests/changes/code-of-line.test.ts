import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import type { DiffFileSummary, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { codeOfLine, sideAndLineOf } from './code-of-line.ts';
import { DiffFileStore } from './model/diff-file-store.ts';
import { FileViews } from './model/file-views.ts';

afterEach(() => vi.unstubAllGlobals());

const code = (old: number, now: number) => `abc_${old}_${now}`;

function line(type: PageDiffLine['type'], old: number | null, now: number | null): PageDiffLine {
  const isGap = type === 'match';
  const lineCode = isGap ? null : code(old ?? 9, now ?? 12);
  return { line_code: lineCode, type, old_line: old, new_line: now, text: '', rich_text: '', meta_data: null };
}

/** Two lines came before: the 9th is the 11th now. It went, and another came in its place; what follows comes later. */
function changed(change: Partial<PageDiffFile> = {}) {
  const asked: string[] = [];
  const file = {
    index: 0,
    file_hash: 'abc',
    viewer: { name: 'text' },
    collapsed: false,
    next_line: 4,
    new_lines_count: 100,
    moves: [] as PageDiffFile['moves'],
    context_lines_path: '/lines',
    load_collapsed_diff_url: '/file',
    highlighted_diff_lines: [line('match', null, null), line(null, 8, 10), line('old', 9, null), line('new', null, 11)],
    ...change,
  } as PageDiffFile;
  const later = { ...file, next_line: null, highlighted_diff_lines: [line(null, 50, 52), line('match', null, null)] };
  vi.stubGlobal('fetch', async (input: string) => {
    const { pathname, searchParams: query } = new URL(input, 'http://here');
    asked.push(pathname);
    if (pathname === '/file') return Response.json(later);
    const [since, to, offset] = ['since', 'to', 'offset'].map((each) => Number(query.get(each))) as [number, number, number]; // prettier-ignore
    const rows = Array.from({ length: to - since + 1 }, (_, at) => line(null, since + at - offset, since + at));
    return Response.json(rows);
  });
  const store = new DiffFileStore(1, async () => ({ diff_files: [file], pagination: { total_pages: 1 } }));
  const of = { store, views: new FileViews(), params: { w: 0 as const, view: 'inline' as const }, loadFolded: async () => undefined }; // prettier-ignore
  const find = (side: 'old' | 'new', number: number) => codeOfLine(file as DiffFileSummary, { side, line: number }, of);
  return { find, asked };
}

test('a number beside a zero is that of one side; two numbers are a whole code', () => {
  expect(['abc_0_7', 'abc_7_0', 'abc_7_7', 'abc_0_0'].map(sideAndLineOf)).toEqual([
    { side: 'new', line: 7 },
    { side: 'old', line: 7 },
    null,
    null,
  ]);
});

test('a line that is shown has its code at once, on either side', async () => {
  const { find, asked } = changed();
  expect([await find('old', 9), await find('new', 11), await find('new', 10)]).toEqual([code(9, 12), code(9, 11), code(8, 10)]); // prettier-ignore
  expect(asked).toEqual([]);
});

test('a line further down is loaded, one that is hidden opened, and neither loads more than it needs', async () => {
  const { find, asked } = changed();
  expect(await find('new', 5)).toBe(code(5, 5));
  expect(asked).toEqual(['/lines']);
  expect(await find('old', 50)).toBe(code(50, 52));
  expect(asked).toEqual(['/lines', '/file']);
  expect(await find('new', 70)).toBe(code(68, 70));
  expect(await find('old', 90)).toBe(null);
  expect(await find('new', 101)).toBe(null);
});

test('in a file that was only renamed both sides have the same lines', async () => {
  const { find, asked } = changed({ collapse_reason: 'pure_rename', highlighted_diff_lines: [], next_line: null });
  expect(await find('new', 7)).toBe(code(7, 7));
  expect(asked).toEqual([]);
});
