import type { DiffFileSummary, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type Changes, ChangesProvider } from './changes-context.ts';
import { DiffFileHeader } from './diff-file-header.tsx';
import { DiffFileStore } from './model/diff-file-store.ts';
import { FileViews } from './model/file-views.ts';
import { NO_COMMENTS } from './no-comments.ts';
import { NO_SLOTS } from './slots.ts';

const viewer = { name: 'text', collapsed: false, error: null, error_message: null } as const;
const summary = { index: 0, file_hash: 'abc', file_path: 'docs/a.md', copied_from: null, added_lines: 1, removed_lines: 0 }; // prettier-ignore

function show(external_url: string | null): void {
  const file = { ...summary, viewer, external_url } as PageDiffFile;
  const store = new DiffFileStore(1, async () => ({ diff_files: [], pagination: { total_pages: 1 } }));
  store.put(0, file);
  const changes = { slots: NO_SLOTS, views: new FileViews(), store } as Changes;
  render(
    <ChangesProvider value={changes}>
      <DiffFileHeader file={summary as DiffFileSummary} />
    </ChangesProvider>,
  );
}

test('a file that can be seen elsewhere has a link there in its header', async () => {
  show('https://review-7.example.test/docs/a?x=1');
  const link = await screen.findByRole('link', { name: 'View on review-7.example.test (opens in a new tab)' });
  expect(link.getAttribute('href')).toBe('https://review-7.example.test/docs/a?x=1');
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer nofollow']);
});

test.each([null, '', 'javascript:alert(1)', 'data:text/html,x', 'ftp://example.test/a', '/docs/a', 'no address'])(
  'without an address of the web there is none: %s',
  async (address) => {
    // The part is there: what it leaves out is not on its way.
    await import('./outer-link.tsx');
    show(address);
    await waitFor(() => expect(screen.getByRole('heading', { level: 2 }).textContent).toContain('a.md'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(screen.queryAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['#diff-content-abc']);
  },
);

test('a file that is on its way, or did not come, has its menu: what waits for it says so', async () => {
  let fail: (reason: Error) => void = () => undefined;
  const store = new DiffFileStore(1, () => new Promise((_resolve, reject) => (fail = reject)));
  const metadata = { project_path: 'group/app', diff_refs: { base_sha: 'b'.repeat(40), start_sha: 'b'.repeat(40), head_sha: 'a'.repeat(40) } }; // prettier-ignore
  const comments = { ...NO_COMMENTS, canBegin: true };
  const changes = {
    slots: NO_SLOTS,
    views: new FileViews(),
    store,
    metadata,
    comments,
    mergeRequest: { can: { edit: true } },
  };
  render(
    <ChangesProvider value={changes as Partial<Changes> as Changes}>
      <DiffFileHeader file={{ ...summary, old_path: 'docs/b.md' } as DiffFileSummary} />
    </ChangesProvider>,
  );
  expect(screen.queryByRole('button', { name: 'More actions for docs/a.md' })).toBeNull();
  await act(async () => void store.ensure(0));
  const entries = () => screen.getAllByRole('menuitem').map((each) => each.textContent);
  const waiting = ['Edit in single-file editor', 'Open in web IDE', 'Show full file', 'Comment on this file'];
  await userEvent.click(screen.getByRole('button', { name: 'More actions for docs/a.md' }));
  await screen.findByRole('menu');
  expect(entries()).toEqual(['View file @ aaaaaaaa', 'View replaced file', ...waiting]);
  const ends = () => screen.getAllByRole('menuitem').slice(2);
  const reason = screen.getByText('Available after the file loads');
  const areDescribed = (by: HTMLElement) => ends().map((each) => each.getAttribute('aria-describedby') === by.id);
  expect(areDescribed(reason)).toEqual(waiting.map(() => true));
  const links = screen.getAllByRole<HTMLAnchorElement>('menuitem').filter((each) => each.hasAttribute('href'));
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/group/app/-/blob/${'a'.repeat(40)}/docs/a.md`,
    `/group/app/-/blob/${'b'.repeat(40)}/docs/b.md`,
  ]);
  await act(async () => fail(new TypeError('Failed to fetch')));
  expect(areDescribed(await screen.findByText('The file could not be loaded'))).toEqual(waiting.map(() => true));
  expect(entries().slice(2)).toEqual(waiting);
  expect(ends().map((each) => each.getAttribute('aria-disabled'))).toEqual(waiting.map(() => 'true'));
});
