import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import type { FindAnswer, FindHit } from '@tributary/contract/merge-requests/find.ts';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../app/query-client.ts';
import { type Changes, ChangesProvider, type DiffTarget } from '../changes-context.ts';
import { FileViews } from '../model/file-views.ts';
import FindPanel from './find-panel.tsx';
import { IS_FULL } from '../../../../testing/full-run.ts';

vi.mock('../../../app/navigation.tsx', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => () => undefined,
}));

const PAGE = 3;
const LINES = 7;
const hit = (at: number): FindHit => ({
  place: 'added',
  index: 0,
  file_hash: 'abc',
  file_path: 'a.ts',
  line_code: `abc_0_${at}`,
  old_line: null,
  new_line: at,
  text: `needle ${at}`,
  ranges: [{ start: 0, end: 6 }],
});

/** As the server answers, three lines at a time. */
function answerAfter(after: number): FindAnswer {
  const hits = Array.from({ length: Math.min(PAGE, LINES - after) }, (_, at) => hit(after + at + 1));
  const counts = { added: LINES, removed: 0, context: 0, files: 0, threads: 0 };
  return { hits, lines_count: LINES, counts, files_count: 1, is_cut: after + hits.length < LINES, left_out: [] };
}

let failing: number | null;
let isOutOfTime: boolean;
let asked: string[];
let went: (string | undefined)[];

beforeEach(() => {
  [failing, isOutOfTime, asked, went] = [null, false, [], []];
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal('fetch', async (address: string) => {
    const { searchParams: query } = new URL(address, 'http://here');
    asked.push(`${query.get('search')} ${query.get('after') ?? 0}`);
    const found = answerAfter(Number(query.get('after') ?? 0));
    const body = failing === null ? { ...found, ...(isOutOfTime && { hits: [], left_out: ['time'] }) } : {};
    const headers = { 'Content-Type': 'application/json' };
    return new Response(JSON.stringify(body), { status: failing ?? 200, headers });
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** The panel with what was typed, once it says what came of it. */
async function find(text: string, says: RegExp) {
  const goTo = async ({ elementId }: DiffTarget) => went.push(elementId) > 0;
  const mergeRequest = { paths: { overview: '/mr' }, review: { findPath: '/find' } } as Changes['mergeRequest'];
  const files: Changes['files'] = [{ file_hash: 'abc' } as DiffFileSummary];
  const params: Changes['params'] = { w: 1, view: 'inline' };
  const changes: Partial<Changes> = { mergeRequest, params, files, views: new FileViews(), goTo };
  render(
    <ChangesProvider value={changes as Changes}>
      <FindPanel />
    </ChangesProvider>,
  );
  await userEvent.type(screen.getByRole('searchbox'), text);
  await screen.findByText(says);
}

const button = (name: string) => screen.getByRole('button', { name });
const status = () => screen.getByRole('status').textContent;
const listed = () => screen.getAllByRole('listitem').length;

test.runIf(IS_FULL)('what is not listed yet is shown when asked for, and the keyboard goes on with it', async () => {
  await find('needle', /7 matches in 1 file/);
  expect(listed()).toBe(3);
  screen.getByText('Showing 3 of 7 lines');
  await userEvent.click(button('Show more lines'));
  await expect.poll(listed).toBe(6);
  expect(document.activeElement?.textContent).toContain('needle 4');
  await userEvent.click(button('Show more lines'));
  await expect.poll(listed).toBe(7);
  expect(document.activeElement?.textContent).toContain('needle 7');
  expect(screen.queryByRole('button', { name: 'Show more lines' })).toBeNull();
  expect(asked).toEqual(['needle 0', 'needle 3', 'needle 6']);
});

test.runIf(IS_FULL)(
  'the keys go on past the end of what is listed, and begin again only at the end of all',
  async () => {
    await find('needle', /7 matches/);
    for (let at = 1; at <= 8; at++) {
      await userEvent.keyboard('{Enter}');
      await expect.poll(status).toBe(`${at > LINES ? 1 : at} of 7 lines · 7 matches in 1 file`);
    }
    expect(went).toEqual([...Array.from({ length: LINES }, (_, at) => `abc_0_${at + 1}`), 'abc_0_1']);
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
    await expect.poll(() => went.at(-1)).toBe('abc_0_7');
  },
);

test('from the first the keys go back to the last of all, and what is between is listed by then', async () => {
  await find('needle', /7 matches/);
  await userEvent.keyboard('{Enter}{Shift>}{Enter}{/Shift}');
  await expect.poll(status).toBe('7 of 7 lines · 7 matches in 1 file');
  expect([listed(), went]).toEqual([7, ['abc_0_1', 'abc_0_7']]);
  expect(asked).toEqual(['needle 0', 'needle 3', 'needle 6']);
});

test('where an answer brings no more than was listed, the way back ends with the last that is', async () => {
  await find('needle', /7 matches/);
  isOutOfTime = true;
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
  await expect.poll(() => went).toEqual(['abc_0_3']);
  expect(asked).toEqual(['needle 0', 'needle 3']);
});

test('whose way back to the last is cut says so, and goes on after another try', async () => {
  await find('needle', /7 matches/);
  failing = 503;
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
  await screen.findByRole('alert');
  expect([listed(), went]).toEqual([3, []]);
  failing = null;
  await userEvent.click(button('Try again'));
  await expect.poll(() => went).toEqual(['abc_0_7']);
});

test('lines that cannot be had are told beside those that are there, and gone to after another try', async () => {
  await find('needle', /7 matches/);
  await userEvent.keyboard('{Enter}{Enter}{Enter}');
  failing = 503;
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('alert');
  expect([listed(), status()]).toEqual([3, '3 of 7 lines · 7 matches in 1 file']);
  failing = null;
  await userEvent.click(button('Try again'));
  await expect.poll(status).toBe('4 of 7 lines · 7 matches in 1 file');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(went.at(-1)).toBe('abc_0_4');
});

test('who went elsewhere while lines were on their way stays there', async () => {
  await find('needle', /7 matches/);
  await userEvent.keyboard('{Enter}{Enter}{Enter}');
  failing = 503;
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('alert');
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
  failing = null;
  await userEvent.click(button('Try again'));
  await expect.poll(listed).toBe(6);
  expect(status()).toBe('2 of 7 lines · 7 matches in 1 file');
});

test('a search that failed is tried again with its text, from the field', async () => {
  failing = 503;
  await find('needle', /busy/);
  failing = null;
  await userEvent.click(button('Try again'));
  await screen.findByText('7 matches in 1 file');
  const field = screen.getByRole<HTMLInputElement>('searchbox');
  expect([field.value, document.activeElement === field]).toEqual(['needle', true]);
  expect(asked).toEqual(['needle 0', 'needle 0']);
});

test('an expression that is none is not worth another try', async () => {
  failing = 400;
  await find('(', /went wrong/);
  screen.getByRole('alert');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
