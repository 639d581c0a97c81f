import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { fireEvent } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Signal } from '../../lib/signal.ts';
import type { Changes } from './changes-context.ts';
import { goToNamed } from './go-to-named.ts';
import { DiffFileStore } from './model/diff-file-store.ts';
import { FileViews } from './model/file-views.ts';
import { showTargetMissing } from './show-target-missing.ts';

vi.mock('./show-target-missing.ts', () => ({ showTargetMissing: vi.fn<() => void>() }));
beforeEach(() => void vi.mocked(showTargetMissing).mockClear());

/** Whether a line that was not found in a file is called lost. */
async function isLost(change: Partial<PageDiffFile>, view: Parameters<FileViews['patch']>[1] = {}): Promise<boolean> {
  const file = { index: 0, file_hash: 'abc', next_line: null, viewer: { name: 'text' }, ...change } as PageDiffFile;
  const store = new DiffFileStore(1, () => Promise.reject(new Error('nothing is asked for')));
  store.put(0, file);
  const views = new FileViews();
  views.patch('abc', view);
  const hash = 'abc_3_3';
  const changes = { files: [file], store, views, named: new Signal(hash), goTo: async () => false };
  await goToNamed(
    { type: 'lines', fileHash: 'abc', from: hash, to: hash },
    // Only these are used.
    changes as Partial<Changes> as Changes,
    { hash, rebased: null, renameSearch: () => undefined },
  );
  return vi.mocked(showTargetMissing).mock.calls.length > 0;
}

test('a line that is not found is lost only where all lines could be looked through', async () => {
  expect(await isLost({})).toBe(true);
});

test.each<[string, Partial<PageDiffFile>, Parameters<FileViews['patch']>[1]]>([
  ['something could not be loaded', {}, { problem: 'Hidden lines could not be loaded. Try again.' }],
  ['a file was only renamed and its lines are not shown', { collapse_reason: 'pure_rename' }, {}],
])('it is not lost where %s', async (_, change, view) => {
  expect(await isLost(change, view)).toBe(false);
});

test('it is lost in a renamed file whose lines are shown', async () => {
  expect(await isLost({ collapse_reason: 'pure_rename' }, { renamed: 'success' })).toBe(true);
});

test('lines that are named by their numbers on one side are gone to, marked and named by their codes', async () => {
  const line = (old_line: number | null, new_line: number | null, line_code: string): Partial<PageDiffLine> => ({
    type: new_line === null ? 'old' : 'new',
    old_line,
    new_line,
    line_code,
    rich_text: '',
  });
  const file = {
    index: 0,
    file_hash: 'abc',
    next_line: null,
    viewer: { name: 'text' },
    moves: [] as PageDiffFile['moves'],
    highlighted_diff_lines: [line(3, null, 'abc_3_5'), line(null, 5, 'abc_4_5'), line(null, 6, 'abc_4_6')],
  } as PageDiffFile;
  const store = new DiffFileStore(1, () => Promise.reject(new Error('nothing is asked for')));
  store.put(0, file);
  const views = new FileViews();
  const goTo = vi.fn<Changes['goTo']>(async () => true);
  const go = (from: string, to: string) =>
    goToNamed(
      { type: 'lines', fileHash: 'abc', from, to },
      { files: [file], store, views, named: new Signal(''), goTo } as Partial<Changes> as Changes,
      { hash: 'as it was', rebased: null, renameSearch: () => undefined },
    );
  await go('abc_0_5', 'abc_0_6');
  expect(goTo).toHaveBeenLastCalledWith({ fileHash: 'abc', elementId: 'abc_4_5', hash: 'abc_4_5-_4_6', focus: true });
  expect(views.get('abc').selected).toEqual({ from: 'abc_4_5', to: 'abc_4_6' });
  await go('abc_3_0', 'abc_3_0');
  expect(goTo).toHaveBeenLastCalledWith({ fileHash: 'abc', elementId: 'abc_3_5', hash: 'abc_3_5', focus: true });
  // A code that is whole keeps the words of the address.
  await go('abc_4_6', 'abc_4_6');
  expect(goTo).toHaveBeenLastCalledWith({ fileHash: 'abc', elementId: 'abc_4_6', hash: 'as it was', focus: true });
});

test('who scrolls while the lines are on their way is left there, and the lines are marked all the same', async () => {
  const lines: Partial<PageDiffLine>[] = [
    { type: 'new', old_line: null, new_line: 5, line_code: 'abc_4_5', rich_text: '' },
  ];
  const file = {
    index: 0,
    file_hash: 'abc',
    next_line: null,
    viewer: { name: 'text' },
    moves: [] as PageDiffFile['moves'],
    highlighted_diff_lines: lines,
  } as PageDiffFile;
  const come = Promise.withResolvers<void>();
  const store = new DiffFileStore(1, async () => {
    await come.promise;
    return { diff_files: [file], pagination: { total_pages: 1 } };
  });
  const views = new FileViews();
  const goTo = vi.fn<Changes['goTo']>(async () => false);
  const gone = goToNamed(
    { type: 'lines', fileHash: 'abc', from: 'abc_0_5', to: 'abc_0_5' },
    { files: [file], store, views, named: new Signal(''), goTo } as Partial<Changes> as Changes,
    { hash: 'abc_0_5', rebased: null, renameSearch: () => undefined },
  );
  fireEvent.wheel(document.body);
  come.resolve();
  await gone;
  expect(views.get('abc').selected).toEqual({ from: 'abc_4_5', to: 'abc_4_5' });
  expect(goTo).not.toHaveBeenCalled();
  expect(showTargetMissing).not.toHaveBeenCalled();
});
