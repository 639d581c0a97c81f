import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { notesData } from '../../../testing/page-notes.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { DiscussionsProvider } from '../../discussions/store/use-discussions.tsx';
import { unfinishedTextsOf } from '../../app/unfinished/unfinished-texts.ts';
import { ReviewStore } from './review-store.ts';
import SubmitReview from './submit-review.tsx';

/** With a summary and an approval that were begun before. */
async function show(noteableId: number, mayApprove: boolean) {
  const can = { comment: true, approve: mayApprove, requestChanges: true };
  const reviewing = {
    draftsPath: '/drafts',
    publishPath: '/publish',
    discardPath: '/discard',
    undoPath: '/undoable',
    undo: null,
    showsPending: true,
    topic: 'review:1-1',
    can,
  };
  const notes = notesData({ noteableType: 'MergeRequest', noteableId });
  const texts = unfinishedTextsOf(2, `MergeRequest:${noteableId}`);
  texts.change('review-summary', 'In short', null);
  texts.change('review-summary:verdict', 'approved', null);
  const request = { notes, reviewing, approval: { refusal: 'You have approved it.' } } as MergeRequestShowPageData;
  const store = new ReviewStore(reviewing);
  const page = (
    <DiscussionsProvider notes={notes}>
      <SubmitReview page={request} store={store} drafts={[]} onClose={() => undefined} />
    </DiscussionsProvider>
  );
  const { sent } = await renderPage(
    () => page,
    pageData({}),
    ({ path }) => (path === '/publish' ? { status: 422, body: { message: 'No.' } } : { body: [] }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Submit review' }));
  await expect.poll(() => sent.find(({ path }) => path === '/publish')?.body).toBeTruthy();
  return sent.find(({ path }) => path === '/publish')?.body;
}

it('a verdict that was kept is sent', async () => {
  expect(await show(83, true)).toMatchObject({ note: 'In short', reviewer_state: 'approved' });
});

it('one that may not be given any more is a comment then, and why stands there', async () => {
  expect(await show(84, false)).toMatchObject({ note: 'In short', reviewer_state: 'reviewed' });
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Comment' }).checked).toBe(true);
  expect(screen.getByText('You have approved it.')).toBeTruthy();
});
