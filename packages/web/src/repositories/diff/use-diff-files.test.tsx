import type { DiffFileView, DiffListView } from '@tributary/contract/projects/repository-diff.ts';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDiffFiles } from './use-diff-files.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const LINE = { kind: 'added', oldLine: null, newLine: 1, html: 'x' } as const;
const file = (fileHash: string, change: Partial<DiffFileView> = {}) =>
  ({ fileHash, fold: null, isPlain: false, lines: [LINE], ...change }) as DiffFileView;
const folded = file('folded', { lines: [], fold: { reason: 'too_large', href: '/fold' } });
const diff: DiffListView = {
  files: [folded],
  totalFiles: 3,
  addedLines: 3,
  removedLines: 0,
  isOverflow: false,
  moreHref: '/more',
};

/** Answers that have no colours at first; `never` has none at any time. */
function answers(never: readonly string[] = []) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (href: string) => {
    asked.push(href);
    const isPlain = asked.filter((each) => each === href).length === 1;
    const of = (hash: string) => file(hash, { isPlain: isPlain || never.includes(hash) });
    return Response.json({ files: href === '/fold' ? [of('folded')] : [of('later'), of('last')], moreHref: null });
  });
  return asked;
}

const colourless = (files: readonly DiffFileView[]) =>
  files.filter(({ isPlain }) => isPlain).map((each) => each.fileHash);

test('what comes later without colours gets them at a second look, once', async () => {
  const asked = answers(['last']);
  const { result } = renderHook(() => useDiffFiles(diff));
  await act(() => result.current.show(folded));
  await act(() => result.current.load());
  expect(colourless(result.current.files)).toEqual(['folded', 'later', 'last']);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(result.current.files.map(({ fileHash }) => fileHash)).toEqual(['folded', 'later', 'last']);
  expect(colourless(result.current.files)).toEqual(['last']);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(asked).toEqual(['/fold', '/more', '/fold', '/more']);
});

test('nobody looks again when the page is left', async () => {
  const asked = answers();
  const { result, unmount } = renderHook(() => useDiffFiles(diff));
  await act(() => result.current.show(folded));
  unmount();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual(['/fold']);
});
