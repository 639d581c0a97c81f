import type { DiffFileSummary, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { registerWalker } from '../../ui/diff/diff-walker.ts';
import type { Changes } from './changes-context.ts';
import { bringIntoView } from './bring-into-view.ts';
import { DiffFileStore } from './model/diff-file-store.ts';
import { FileViews } from './model/file-views.ts';
import { NO_COMMENTS } from './no-comments.ts';
import { Signal } from '../../lib/signal.ts';
import { NO_SLOTS } from './slots.ts';
import { walkLines } from './walk-lines.ts';

const files = ['aaa', 'bbb'].map((hash, index) => ({ index, file_hash: hash }) as PageDiffFile);

afterEach(() => {
  document.body.innerHTML = '';
});

/** The lines of a file, with what is told of each step through them. */
function drawLines(hash: string, move: () => boolean): void {
  const diff = document.createElement('div');
  diff.dataset['diff'] = '';
  diff.tabIndex = 0;
  document.getElementById(`diff-content-${hash}`)?.append(diff);
  registerWalker(diff, { move, crossTo: () => false, leave: () => undefined, lineCode: () => null });
}

test('the next change of a file that is on its way is waited for, and the file after it is left alone', async () => {
  document.body.innerHTML = '<section id="diff-content-aaa"></section><section id="diff-content-bbb"></section>';
  Element.prototype.scrollIntoView = () => undefined;
  let arrive: (() => void) | undefined;
  const store = new DiffFileStore(2, async ([start = 0]) => {
    if (start === 0) await new Promise<void>((done) => (arrive = done));
    return { diff_files: [files[start] as PageDiffFile], pagination: { total_pages: 2 } };
  });
  store.setPageSize(1);
  const moves = { aaa: vi.fn<() => boolean>(() => true), bbb: vi.fn<() => boolean>(() => true) };
  drawLines('bbb', moves.bbb);
  const shared = {
    store,
    views: new FileViews(),
    files: files as DiffFileSummary[],
    current: new Signal<string | null>('aaa'),
    revealed: new Signal(-1),
    params: { w: 0, view: 'inline' } as const,
    comments: NO_COMMENTS,
    loadFolded: async () => undefined,
    slots: NO_SLOTS,
  };
  const goTo: Changes['goTo'] = (target) => bringIntoView(target, shared);
  const walked = walkLines({ ...shared, goTo }, 'change', 1);
  await waitFor(() => expect(arrive).toBeDefined());
  store.subscribe(0, () => drawLines('aaa', moves.aaa));
  arrive?.();
  await walked;
  expect(moves.aaa).toHaveBeenCalledTimes(1);
  expect(moves.bbb).not.toHaveBeenCalled();
});
