import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { notesData } from '../../../testing/page-notes.ts';
import { renderPage, type ServerAnswer } from '../../../testing/render-page.tsx';
import { DiscussionsProvider } from '../../discussions/store/use-discussions.tsx';
import { autosaveStoreOf } from '../../app/autosave/autosave-store.ts';
import { ReviewStore } from './review-store.ts';
import SubmitReview from './submit-review.tsx';

const PUBLISHED = { published: [], undo: null, messages: [], commands: [] };

type Shown = { mayApprove?: boolean; answer?: () => ServerAnswer };

/** With a summary and an approval that were begun before. */
async function show(noteableId: number, { mayApprove = true, answer }: Shown = {}) {
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
  const texts = autosaveStoreOf(2, `MergeRequest:${noteableId}`);
  texts.change('review-summary', 'In short', null);
  texts.change('review-summary:verdict', 'approved', null);
  const request = { notes, reviewing, approval: { refusal: 'You have approved it.' } } as MergeRequestShowPageData;
  const store = new ReviewStore(reviewing);
  const onClose = vi.fn<() => void>();
  let openAgain = (): void => undefined;
  function Page() {
    const [count, setCount] = useState(0);
    openAgain = () => setCount((before) => before + 1);
    return (
      <DiscussionsProvider notes={notes}>
        <SubmitReview key={count} page={request} store={store} drafts={[]} onClose={onClose} />
      </DiscussionsProvider>
    );
  }
  await renderPage(Page, pageData({}), ({ method, path }) => {
    if (path === '/publish') return answer?.() ?? { status: 422, body: { message: 'No.' } };
    return { body: method === 'PUT' ? { revision: 1 } : [] };
  });
  const published: { key: string | null; body: { note?: string; reviewer_state: string } }[] = [];
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    if (input === '/publish') {
      const key = new Headers(init.headers).get('Idempotency-Key');
      published.push({ key, body: JSON.parse(init.body as string) });
    }
    return fetch(input, init);
  });
  const submit = async () => userEvent.click(await screen.findByRole('button', { name: 'Submit review' }));
  await submit();
  await expect.poll(() => published.length).toBeGreaterThan(0);
  return { published, submit, onClose, texts, openAgain: () => act(openAgain) };
}

it('an outcome that was kept is sent', async () => {
  const { published } = await show(83);
  expect(published[0]?.body).toMatchObject({ note: 'In short', reviewer_state: 'approved' });
});

it('one that may not be given any more is a comment then, and why stands there', async () => {
  const { published } = await show(84, { mayApprove: false });
  expect(published[0]?.body).toMatchObject({ note: 'In short', reviewer_state: 'reviewed' });
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Comment' }).checked).toBe(true);
  expect(screen.getByText('You have approved it.')).toBeTruthy();
});

/** No answer to so many, then what publishing gives. */
function lost(count: number) {
  let asked = 0;
  return (): ServerAnswer => (asked++ < count ? { status: 502 } : { body: PUBLISHED });
}

it('a review without an answer is sent again as the same', async () => {
  const { published, submit, onClose } = await show(85, { answer: lost(1) });
  await screen.findByText(/Your text is saved/);
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Summary' }).value).toBe('In short');
  await submit();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(published).toHaveLength(2);
  expect(published[1]).toEqual(published[0]);
});

it('one whose summary turns out to be there is asked about by itself, as it was sent', async () => {
  const { published, onClose, texts } = await show(86, { answer: lost(1) });
  await screen.findByText(/Your text is saved/);
  await texts.settled();
  // The server has it no more.
  await act(() => texts.load(new AbortController().signal));
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(published).toHaveLength(2);
  expect(published[1]).toEqual(published[0]);
});

it('one that is changed after it had no answer is another one, and takes the change along', async () => {
  const { published, submit, onClose } = await show(87, { answer: lost(1) });
  await screen.findByText(/Your text is saved/);
  await userEvent.type(screen.getByRole('textbox', { name: 'Summary' }), ', and long');
  await submit();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(published[1]?.body.note).toBe('In short, and long');
  expect(published[1]?.key).not.toBe(published[0]?.key);
});

it('one without an answer is the same also when its form was closed meanwhile', async () => {
  const { published, submit, onClose, openAgain } = await show(88, { answer: lost(1) });
  await screen.findByText(/Your text is saved/);
  openAgain();
  await submit();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(published).toHaveLength(2);
  expect(published[1]).toEqual(published[0]);
});

it('one that turned out to be there while its form was closed is asked about when that is opened', async () => {
  const { published, onClose, texts, openAgain } = await show(89, { answer: lost(2) });
  await screen.findByText(/Your text is saved/);
  await texts.settled();
  await act(() => texts.load(new AbortController().signal));
  await expect.poll(() => published.length).toBe(2);
  expect(onClose).not.toHaveBeenCalled();
  openAgain();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(published[2]).toEqual(published[0]);
});
