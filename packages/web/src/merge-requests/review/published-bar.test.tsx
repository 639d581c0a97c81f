import type { NotesData, Placement } from '@tributary/contract/discussions/page.ts';
import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import type {
  PageDraft,
  PublishAnswer,
  PublishResult,
  ReviewData,
} from '@tributary/contract/merge-requests/reviews.ts';
import { act, fireEvent, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { useSyncExternalStore } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { renderPage, type Sent, type ServerAnswer } from '../../../testing/render-page.tsx';
import { DiscussionsProvider } from '../../discussions/store/use-discussions.tsx';
import { outcomeOf } from './outcome.ts';
import { takeReviewBack, showPublished } from './review-actions.ts';
import { ReviewStore } from './review-store.ts';
import PublishedBar from './published-bar.tsx';

const UNDO = { reviewId: 7, leftMs: 30_000, path: '/undo/7' };
const notes = {
  discussionsPath: '/d.json',
  notesPath: '/n',
  topic: 'merge_request:1',
  noteableType: 'MergeRequest',
  noteableId: 1,
} as NotesData;
const paths = { overview: '/mr', changes: '/mr/diffs' };
const page = { notes, tab: 'changes', paths } as MergeRequestShowPageData;

const RANGE = { start: { line_code: 'h_1_1' }, end: { line_code: 'h_2_2' } };
const pending = (id: number, note: string, more: Partial<PageDraft> = {}) =>
  ({ id, note, original_position: { position_type: 'text', line_range: RANGE }, ...more }) as PageDraft;
const moved = (confidence: 'exact' | 'likely'): Placement => {
  return { on: 'range', confidence, path: 'src/a.ts', file_hash: 'h', version: 3, since: 2 };
};
const published = (draft_id: number, more: Partial<PublishResult> = {}): PublishResult => ({
  draft_id,
  note_id: String(draft_id + 100),
  discussion_id: 'd',
  placement: moved('exact'),
  thread_gone: false,
  resolve_refused: false,
  resolve_refusal: null,
  gone: false,
  ...more,
});
/** One went as it was meant, the others did not. */
const ANSWER: PublishAnswer = {
  published: [
    published(1),
    published(2, { placement: moved('likely') }),
    published(3, { resolve_refused: true, resolve_refusal: 'You can no longer resolve it.' }),
    published(4, { thread_gone: true, placement: null }),
  ],
  summary_note_id: null,
  reviewer_state: null,
  undo: UNDO,
  quick_actions_status: null,
};
const MEANT = [
  pending(1, 'As it was'),
  pending(2, 'Half of it left'),
  pending(3, 'Settled?', { resolve_discussion: true, original_position: null }),
  pending(4, 'To nobody', { original_position: null }),
];

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

async function open(answer: (sent: Sent) => ServerAnswer | Promise<ServerAnswer> = () => ({ body: [] })) {
  const store = new ReviewStore(data());
  function Page() {
    const { undo, outcome } = useSyncExternalStore(store.subscribe, () => store.state);
    return (
      <DiscussionsProvider notes={notes}>
        <h1 tabIndex={-1}>Request</h1>
        {(undo ?? outcome) && <PublishedBar page={page} store={store} />}
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

  it('goes when its time ran out before there was no answer', async () => {
    const lost = Promise.withResolvers<ServerAnswer>();
    await open(({ path }) => (path === UNDO.path ? lost.promise : { body: [] }));
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Undo' })));
    await wait(30_000);
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
    await act(async () => lost.resolve({ status: 502, body: {} }));
    expect(await screen.findByText(/did not respond in time/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('names each comment that became another, with the way to it, until that is put away', async () => {
    const { store } = await open();
    act(() => showPublished(store, UNDO, outcomeOf(ANSWER, MEANT)));
    const bar = screen.getByRole('region', { name: 'Published review' });
    expect(within(bar).getByRole('status').textContent).toContain(
      'Published 4 comments. 1 is in a new position because the branch changed. ' +
        '1 started a new thread because the original thread was deleted. 1 thread did not change.',
    );
    const toggle = within(bar).getByRole('button', { name: 'Details', expanded: false });
    fireEvent.click(toggle);
    const list = within(bar).getByRole('list', { name: 'Affected comments' });
    expect(document.getElementById(toggle.getAttribute('aria-controls') ?? '')?.contains(list)).toBe(true);
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((each) => each.textContent),
    ).toEqual([
      'Half of it leftsrc/a.tsApproximate position: some lines changed after version 2.',
      'Settled?src/a.tsThe thread is still open. You can no longer resolve it.',
      'To nobodyThe original thread was deleted, so this comment started a new one.',
    ]);
    const links = within(list).getAllByRole('link');
    expect(links.map((each) => each.getAttribute('href'))).toEqual([102, 103, 104].map((id) => `/mr/diffs#note_${id}`));
    expect((await axe.run(bar, { resultTypes: ['violations'] })).violations).toEqual([]);
    // It is still to be read when the time to undo is over.
    await wait(30_000);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(within(bar).getAllByRole('link')).toHaveLength(3);
    act(() => screen.getByRole('button', { name: 'Dismiss published review' }).focus());
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss published review' }));
    expect(screen.queryByRole('region', { name: 'Published review' })).toBeNull();
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Request' })));
  });

  it('leads to a comment that is there, however often, and offers nothing where all went as it was meant', async () => {
    const { store } = await open(({ path }) => ({ body: path === '/undoable' ? { undo: null } : { drafts: 4 } }));
    act(() => showPublished(store, UNDO, outcomeOf({ ...ANSWER, published: [published(1)] }, MEANT)));
    expect(screen.queryByRole('button', { name: 'Details' })).toBeNull();
    act(() => showPublished(store, UNDO, outcomeOf(ANSWER, MEANT)));
    fireEvent.click(screen.getByRole('button', { name: 'Details' }));
    const note = document.body.appendChild(document.createElement('article'));
    note.id = 'note_102';
    note.scrollIntoView = () => undefined;
    for (let times = 0; times < 2; times += 1) {
      act(() => screen.getByRole('button', { name: 'Details' }).focus());
      fireEvent.click(screen.getByRole('link', { name: 'Half of it left' }));
      await vi.waitFor(() => expect(document.activeElement).toBe(note));
    }
    note.remove();
    // Put away, it can still be taken back; taken back, nothing is left of it.
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss published review' }));
    expect(screen.queryByRole('list', { name: 'Affected comments' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
    act(() => showPublished(store, UNDO, outcomeOf(ANSWER, MEANT)));
    await act(() => takeReviewBack(store, { ...UNDO, until: 0 }));
    expect(screen.queryByRole('region', { name: 'Published review' })).toBeNull();
  });
});
