import type { DiffFileSummary, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { type Changes, ChangesProvider } from './changes-context.ts';
import { DiffFileMenu } from './diff-file-menu.tsx';
import { DiffFileStore } from './model/diff-file-store.ts';
import { FileViews } from './model/file-views.ts';
import { NO_COMMENTS } from './no-comments.ts';
import { showChangesOnly, showFullFile } from './full-file.ts';

afterEach(() => vi.unstubAllGlobals());

const LINES = [1, 2, 3].map((at) => ({ line_code: `abc_${at}_${at}`, type: null, old_line: at, new_line: at, text: `line ${at}`, rich_text: `line ${at}`, meta_data: null })); // prettier-ignore

/** The menu of a file whose lines are asked for, and the answer when it is wanted. */
function show() {
  const answers: ((answer: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)));
  const file = { index: 0, file_hash: 'abc', file_path: 'a.md', moves: [], context_lines_path: '/lines', highlighted_diff_lines: LINES.slice(1, 2), next_line: null } as Partial<PageDiffFile> as PageDiffFile; // prettier-ignore
  const store = new DiffFileStore(1, async () => ({ diff_files: [], pagination: { total_pages: 1 } }));
  store.put(0, file);
  const views = new FileViews();
  const changes = { views, store } as Changes;
  const draw = () =>
    render(
      <ChangesProvider value={changes}>
        <DiffFileMenu file={file as DiffFileSummary} loaded={file} />
      </ChangesProvider>,
    );
  const ask = () => act(async () => void showFullFile(file, { views, store, params: { w: 0, view: 'inline' } }));
  const answer = (given: Response) => act(async () => answers.shift()?.(given));
  return { draw, ask, answer, views };
}

const trigger = () => screen.getByRole('button', { name: 'More actions for a.md' });
const isBusy = () => trigger().getAttribute('aria-busy') === 'true';
const told = () => screen.queryByRole('status')?.textContent;

test('while the full file is on its way the menu is busy, and says when it is there', async () => {
  const { draw, ask, answer } = show();
  draw();
  expect([isBusy(), told()]).toEqual([false, undefined]);
  await ask();
  await expect.poll(told).toBe('Loading the full file');
  // It still opens: the changes alone are one of its entries.
  expect([isBusy(), trigger().getAttribute('aria-disabled')]).toEqual([true, null]);
  await answer(Response.json(LINES));
  await expect.poll(told).toBe('The full file is shown');
  expect(isBusy()).toBe(false);
  // Drawn again there is nothing new.
  cleanup();
  draw();
  await screen.findByRole('status');
  expect(told()).toBe('');
});

test('it rests when the lines could not be had, or when its reader went back to the changes', async () => {
  const { draw, ask, answer, views } = show();
  draw();
  await ask();
  await answer(new Response('{}', { status: 503 }));
  await expect.poll(isBusy).toBe(false);
  expect([told(), views.get('abc').problem]).toEqual([undefined, 'Error loading full diff. Please try again.']);
  await ask();
  expect(isBusy()).toBe(true);
  act(() => showChangesOnly('abc', views));
  expect([isBusy(), told()]).toEqual([false, undefined]);
});

const EDITS = ['Edit in single-file editor', 'Open in web IDE'];
const REST = ['Show full file', 'Comment on this file'];

/** The entries of a file whose lines are not there, and the reason why they wait. */
async function waiting(can: object, given: Partial<DiffFileSummary> = {}, canBegin = true) {
  const file = { index: 0, file_hash: 'abc', file_path: 'a.md', added_lines: 1, removed_lines: 1, ...given };
  const store = new DiffFileStore(1, async () => ({ diff_files: [], pagination: { total_pages: 1 } }));
  const comments = { ...NO_COMMENTS, canBegin };
  const metadata = { diff_refs: { base_sha: 'b', start_sha: 'b', head_sha: 'a' }, project_path: 'g/p' };
  const changes = { views: new FileViews(), store, comments, metadata, mergeRequest: { can } } as object as Changes;
  render(
    <ChangesProvider value={changes}>
      <DiffFileMenu file={file as DiffFileSummary} loaded={null} />
    </ChangesProvider>,
  );
  await userEvent.click(trigger());
  await screen.findByRole('menu');
  const items = screen.getAllByRole('menuitem').filter((each) => each.getAttribute('aria-disabled') === 'true');
  return {
    names: items.map((each) => each.textContent),
    reasons: screen.queryAllByText('Available after the file loads'),
  };
}

test.each([
  ['who may change the file', { edit: true }, {}, [...EDITS, ...REST]],
  ['who may fork the project', { fork: true }, {}, [...EDITS, ...REST]],
  ['who may do neither', {}, {}, REST],
  ['a file that is gone', { edit: true }, { deleted_file: true }, REST.slice(1)],
  ['a file without lines', { edit: true }, { binary: true }, REST.slice(1)],
  ['a file with too many', { edit: true }, { too_large: true }, [...EDITS, ...REST.slice(1)]],
])('what waits for the lines is what there will be, with the reason once: %s', async (_who, can, given, names) => {
  const shown = await waiting(can, given);
  expect([shown.names, shown.reasons.length]).toEqual([names, 1]);
});

test('where nothing will be there is no reason either', async () => {
  const shown = await waiting({}, { new_file: true }, false);
  expect([shown.names, shown.reasons.length]).toEqual([[], 0]);
});
