import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import type { FindHit } from '@tributary/contract/merge-requests/find.ts';
import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { toast } from '../../../ui/toast.tsx';
import { type Changes, ChangesProvider } from '../changes-context.ts';
import { DiffFileStore } from '../model/diff-file-store.ts';
import { FileViews } from '../model/file-views.ts';
import { useHitJump } from './use-hit-jump.ts';

vi.mock('../../../ui/toast.tsx', () => ({ toast: vi.fn<() => void>() }));
vi.mock('../../../app/navigation.tsx', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => () => undefined,
}));
beforeEach(() => void vi.mocked(toast).mockClear());

const HIT = { place: 'threads', file_hash: 'abc', note_id: 7 } as Partial<FindHit> as FindHit;

/** What is told when a comment was gone to and is not in its file. */
async function toldAfter(comes: boolean): Promise<(string | undefined)[]> {
  const file = { index: 0, file_hash: 'abc' } as PageDiffFile;
  const store = new DiffFileStore(1, async () => {
    if (comes) return { diff_files: [file], pagination: { total_pages: 1 } };
    throw new TypeError('Failed to fetch');
  });
  const goTo = vi.fn<Changes['goTo']>(async () => {
    await store.settled(0);
    return false;
  });
  const mergeRequest = { paths: { overview: '/mr' } } as Changes['mergeRequest'];
  const changes = { files: [file], store, views: new FileViews(), goTo, mergeRequest };
  const { result } = renderHook(() => useHitJump(), {
    wrapper: ({ children }) => (
      <ChangesProvider value={changes as Partial<Changes> as Changes}>{children}</ChangesProvider>
    ),
  });
  result.current(HIT);
  await vi.waitFor(() => expect(store.get(0).state).toBe(comes ? 'loaded' : 'failed'));
  await goTo.mock.results[0]?.value;
  return vi.mocked(toast).mock.calls.map(([{ text }]) => text);
}

test('a comment that is not on the lines that are shown is offered in the overview', async () => {
  expect(await toldAfter(true)).toEqual(['This comment is not on the lines shown here.']);
});

test('that is not said of a file that could not be loaded, which says so itself', async () => {
  expect(await toldAfter(false)).toEqual([]);
});
