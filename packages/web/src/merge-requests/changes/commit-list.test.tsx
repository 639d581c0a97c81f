import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CommitList } from './commit-list.tsx';

const COUNT = 150;
const asked: string[] = [];
let failures = 0;

const commit = (at: number) => ({
  id: String(at).padStart(40, '0'),
  short_id: String(at).padStart(8, '0'),
  title: `Commit ${at}`,
  author_name: 'Ann',
  authored_date: '2026-03-01T00:00:00.000Z',
});

/** As the server lists them: the newest first, a hundred on a page. */
function answer(url: URL): object[] {
  const search = url.searchParams.get('search');
  const all = Array.from({ length: COUNT }, (_, at) => commit(COUNT - at));
  const found = search === null ? all : all.filter(({ title }) => title.includes(search));
  const from = (Number(url.searchParams.get('page')) - 1) * 100;
  return found.slice(from, from + 100);
}

beforeEach(() => {
  asked.length = 0;
  failures = 0;
  vi.stubGlobal('fetch', async (input: string) => {
    asked.push(input);
    if (failures-- > 0) return Response.json({ message: 'No.' }, { status: 500 });
    return Response.json({ commits: answer(new URL(input, 'http://here')) });
  });
});
afterEach(() => vi.unstubAllGlobals());

const onPick = vi.fn<(id: string | null) => void>();

async function show(diffId: number | null = null): Promise<void> {
  onPick.mockClear();
  render(<CommitList path="/commits.json" diffId={diffId} count={COUNT} shown={null} onPick={onPick} />);
  await screen.findAllByRole('option');
}

const field = () => screen.getByRole('combobox');
const options = () => screen.getAllByRole('option').map((option) => option.textContent);

test('the oldest commits come first, the others on demand, and a key picks one', async () => {
  await show();
  await screen.findByText('Commit 1');
  expect(options()).toHaveLength(52);
  expect(options().at(-1)).toBe(`Show more (50 of ${COUNT} commits)`);
  fireEvent.keyDown(field(), { key: 'ArrowUp' });
  fireEvent.keyDown(field(), { key: 'Enter' });
  await screen.findByText('Commit 150');
  expect(options()).toHaveLength(COUNT + 1);
  expect(onPick).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText('Commit 2'));
  expect(onPick).toHaveBeenCalledWith(commit(2).id);
});

test('words are searched for in all commits, on the server', async () => {
  await show();
  fireEvent.change(field(), { target: { value: 'mmit 14' } });
  await screen.findByText('Commit 149');
  await vi.waitFor(() => expect(options()).toHaveLength(11));
  expect(asked.at(-1)).toContain('search=mmit+14');
  fireEvent.change(field(), { target: { value: 'nothing' } });
  await screen.findByText('No commits match “nothing”.');
});

test('what could not be had is asked for again', async () => {
  failures = 1;
  await show();
  const again = await screen.findByText(/^Try again\./);
  await act(async () => fireEvent.click(again));
  await screen.findByText('Commit 1');
  expect(screen.queryByText(/^Try again\./)).toBeNull();
});

test('of an older version its own commits are asked for', async () => {
  await show(7);
  await screen.findByText('Commit 1');
  expect(asked).toEqual(['/commits.json?per_page=100&page=2&diff_id=7']);
});
