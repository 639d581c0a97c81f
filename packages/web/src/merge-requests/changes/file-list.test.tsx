import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Changes, ChangesProvider } from './changes-context.ts';
import { FileList } from './file-list.tsx';
import { cardVirtualizer } from './card-virtualizer.tsx';

/** What waits for the first lines, to be told in any order. */
const waiting: (() => void)[] = [];

vi.mock(import('./first-lines.ts'), () => {
  const firstLines = Promise.resolve();
  const then = (act: () => Promise<object>) => new Promise((done) => waiting.push(() => done(act())));
  Reflect.set(firstLines, 'then', then);
  return { firstLines, resolveFirstLines: () => undefined };
});
vi.mock(import('./use-frontier.ts'), async () => {
  const { useChanges } = await import('./changes-context.ts');
  return { useFrontier: () => useChanges().files.length };
});
vi.mock('./diff-file-card.tsx', () => ({ DiffFileCard: () => null }));

const file = (index: number) =>
  ({ index, file_hash: `f${index}`, added_lines: 1, removed_lines: 0 }) as Partial<DiffFileSummary> as DiffFileSummary;
const changesOf = (count: number) =>
  ({ files: Array.from({ length: count }, (_, index) => file(index)) }) as Partial<Changes> as Changes;

test('what decides which cards are drawn hears of the files that there are, not of those that there were', async () => {
  const put = vi.spyOn(cardVirtualizer, 'put').mockReturnValue();
  const list = (count: number) => (
    <ChangesProvider value={changesOf(count)}>
      <FileList />
    </ChangesProvider>
  );
  const { rerender } = render(list(1));
  rerender(list(5));
  rerender(list(20));
  expect(waiting).toHaveLength(3);
  for (const tell of waiting.toReversed()) tell();
  await vi.waitFor(() => expect(put).toHaveBeenCalled());
  // Whatever comes later has had its time as well.
  await new Promise((done) => setTimeout(done, 50));
  const heard = put.mock.calls.filter(([element]) => element !== null);
  expect(heard.map(([, { files }]) => files.length)).toEqual([20]);
});
