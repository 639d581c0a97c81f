import type { NotesData } from '@tributary/contract/discussions/page.ts';
import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import type { ReviewData } from '@tributary/contract/merge-requests/reviews.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import { useSyncExternalStore } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { renderPage, type Sent, type ServerAnswer } from '../../../testing/render-page.tsx';
import { DiscussionsProvider } from '../../discussions/store/use-discussions.tsx';
import { ReviewStore } from './review-store.ts';
import UndoBar from './undo-bar.tsx';

const UNDO = { reviewId: 7, leftMs: 30_000, path: '/undo/7' };
const notes = {
  discussionsPath: '/d.json',
  notesPath: '/n',
  topic: 'merge_request:1',
  noteableType: 'MergeRequest',
  noteableId: 1,
} as NotesData;
const page = { notes } as MergeRequestShowPageData;

function data(): ReviewData {
  const can = { comment: true, approve: true, requestChanges: true };
  return {
    draftsPath: '/drafts',
    publishPath: '/p',
    discardPath: '/x',
    undoPath: '/undoable',
    undo: UNDO,
    showsPending: true,
    topic: 'review:1-1',
    can,
  };
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] }));
afterEach(() => vi.useRealTimers());

async function open(answer: (sent: Sent) => ServerAnswer = () => ({ body: [] })) {
  const store = new ReviewStore(data());
  function Page() {
    const undo = useSyncExternalStore(store.subscribe, () => store.state.undo);
    return (
      <DiscussionsProvider notes={notes}>
        <h1 tabIndex={-1}>Request</h1>
        {undo && <UndoBar page={page} store={store} undo={undo} />}
      </DiscussionsProvider>
    );
  }
  const rendered = await renderPage(Page, pageData({}), answer);
  return { ...rendered, store };
}

const wait = (milliseconds: number) => act(async () => vi.advanceTimersByTime(milliseconds));

describe('the bar of a published review', () => {
  it('counts down, goes with its time, and leaves focus on the page', async () => {
    await open();
    expect(screen.getByText('30 s left')).toBeTruthy();
    await wait(10_000);
    expect(screen.getByText('20 s left')).toBeTruthy();
    act(() => screen.getByRole('button', { name: 'Undo' }).focus());
    await wait(20_000);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Request' })));
  });

  it('takes the review back once, and goes', async () => {
    const { sent, store } = await open(({ path }) => {
      if (path === UNDO.path) return { body: { drafts: 2, summary: null } };
      return path === '/undoable' ? { body: { undo: null } } : { body: [] };
    });
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
      fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    });
    await expect.poll(() => store.state.undo).toBeNull();
    expect(sent.filter((each) => each.path === UNDO.path)).toHaveLength(1);
    expect(await screen.findByText('Review undone: 2 comments are pending again.')).toBeTruthy();
  });

  it('says why it is refused, and offers it no more', async () => {
    const message = 'This cannot be undone any more: there is a reply to “Why?”.';
    await open(({ path }) =>
      path === UNDO.path
        ? { status: 409, body: { error: { code: 'note_acted_on', message, params: {} } } }
        : { body: [] },
    );
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Undo' })));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('stays when there was no answer', async () => {
    await open(({ path }) => (path === UNDO.path ? { status: 502, body: {} } : { body: [] }));
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Undo' })));
    expect(await screen.findByText(/could not be undone\. Check your network/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
  });
});
