import type { DiffPosition, PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import type { PageDraft, ReviewData } from '@tributary/contract/merge-requests/reviews.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { discussion, note, notesData } from '../../../testing/page-notes.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { listUnplaced } from '../../discussions/model/index-by-line.ts';
import { DiscussionsProvider } from '../../discussions/store/use-discussions.tsx';
import { ReviewStore } from './review-store.ts';
import UnplacedComments from './unplaced-comments.tsx';
import { ReviewStoreContext, useDrafts } from './use-review-store.ts';

const commits = { base_sha: 'base', start_sha: 'base', head_sha: 'v1' };
const POSITION: DiffPosition = { ...commits, old_path: 'f', new_path: 'f', position_type: 'text', new_line: 3 };
const GONE = { on: 'overview', confidence: 'lost', path: null, file_hash: null, version: 2, since: 1 } as const;

const draft = {
  id: 5,
  author: null,
  note: 'Still to be said',
  note_html: '<p>Still to be said</p>',
  position: POSITION,
  original_position: POSITION,
  placement: GONE,
  active: false,
  line_code: 'f_0_3',
  file_hash: 'f',
  file_path: 'src/f.ts',
  truncated_diff_lines: [
    {
      line_code: 'f_0_3',
      type: 'new',
      old_line: null,
      new_line: 3,
      text: 'three',
      rich_text: 'three',
      meta_data: null,
    },
  ],
  discussion_id: null,
  references: { users: [], commands: '' },
  suggestions: [],
  current_user: { can_edit: true, can_award_emoji: false, can_resolve: false },
  path: '/drafts/5',
} as Partial<PageDraft> as PageDraft;

const thread: PageDiscussion = discussion('d1', [note(1)], {
  diff_discussion: true,
  active: false,
  resolved: true,
  expanded: false,
  position: POSITION,
  original_position: POSITION,
  placement: GONE,
  diff_file: {
    file_hash: 'f',
    file_path: 'src/f.ts',
    old_path: 'src/f.ts',
    new_path: 'src/f.ts',
    viewer: 'text',
    seen_hashes: { last: 'f', original: 'f' },
  },
});

function Tray({ threads }: { threads: readonly PageDiscussion[] }) {
  const mergeRequest = { paths: { changes: '/d/p/-/diffs' } } as MergeRequestShowPageData;
  return <UnplacedComments {...{ threads, mergeRequest }} drafts={listUnplaced(useDrafts())} />;
}

it("one's own pending comments without a place stand in the tray, with their lines and all that can be done", async () => {
  const can = { comment: true, approve: true, requestChanges: true };
  const store = new ReviewStore({ draftsPath: '/drafts', can } as ReviewData);
  const notes = notesData({ noteableType: 'MergeRequest' });
  function Page() {
    const [threads] = useState([thread]);
    return (
      <ReviewStoreContext value={store}>
        <DiscussionsProvider notes={notes}>
          <h1 tabIndex={-1}>Request</h1>
          <Tray threads={threads} />
        </DiscussionsProvider>
      </ReviewStoreContext>
    );
  }
  const { sent } = await renderPage(Page, pageData({}), ({ method }) =>
    method === 'DELETE' ? { status: 204 } : { body: [] },
  );
  // Resolved threads alone open nothing; what is pending does, when it comes.
  const title = screen.getByRole('button', { name: '1 thread outside these changes', expanded: false });
  store.put(draft);
  const pending = await screen.findByRole('article', { name: 'Pending comment' });
  expect(title.textContent).toBe('1 thread and 1 pending comment outside these changes');
  const tray = screen.getByRole('list');
  expect(within(tray).getAllByText('three')).toHaveLength(1);
  within(pending).getByText('Pending');
  within(pending).getByText('Outdated: this file is no longer part of the changes.');
  for (const name of ['Add comment now', 'Edit pending comment', 'Delete pending comment']) {
    within(pending).getByRole('button', { name });
  }
  const rules = { region: { enabled: false } };
  expect((await axe.run(document.body, { resultTypes: ['violations'], rules })).violations).toEqual([]);
  fireEvent.click(within(pending).getByRole('button', { name: 'Delete pending comment' }));
  const question = within(await screen.findByRole('dialog'));
  fireEvent.click(question.getByRole('button', { name: 'Delete pending comment' }));
  await expect.poll(() => screen.queryByRole('article', { name: 'Pending comment' })).toBeNull();
  expect(sent.find(({ method }) => method === 'DELETE')?.path).toBe('/drafts/5');
  await expect.poll(() => title.textContent).toBe('1 thread outside these changes');
});
