import { fireEvent, screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { beforeEach, expect, it, vi } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { discussion, note, notesData } from '../../../testing/page-notes.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { Activity } from '../activity/activity.tsx';
import { DiscussionsProvider } from '../store/use-discussions.tsx';
import { autosaveStoreOf } from '../../app/autosave/autosave-store.ts';
import { IS_FULL } from '../../../testing/full-run.ts';

beforeEach(() => {
  localStorage.clear();
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});

const long = discussion(
  'd1',
  Array.from({ length: 301 }, (_, at) => note(at + 1, { created_at: '2026-01-01T00:00:00.000Z' })),
);

async function show(shown = long, noteableId = 1) {
  const page = (
    <DiscussionsProvider notes={notesData({ noteableId })}>
      <Activity renderDiff={() => null} />
    </DiscussionsProvider>
  );
  await renderPage(
    () => page,
    pageData({}),
    ({ path }) => ({ body: path.startsWith('/d.json') ? [shown] : [] }),
  );
  return screen.findByRole('group', { name: 'Thread' });
}

const shownIn = (thread: HTMLElement) => thread.querySelectorAll('article').length;
// Roles of thousands of elements take seconds.
const more = () => screen.queryAllByText(/^Show .*more repl/).map((each) => each.closest('button') as HTMLElement);

it.runIf(IS_FULL)(
  'a very long thread shows its middle when it is asked for, and the keyboard goes on with it',
  async () => {
    const thread = await show();
    expect(shownIn(thread)).toBe(31);
    expect(screen.queryByText('note 12')).toBeNull();
    expect(screen.getByText('note 301')).toBeTruthy();
    expect(more().map((each) => each.textContent)).toEqual(['Show 200 of 270 more replies']);
    expect((await axe.run(more()[0] as HTMLElement, { resultTypes: ['violations'] })).violations).toEqual([]);
    fireEvent.click(more()[0] as HTMLElement);
    await waitFor(() => expect(document.activeElement?.id).toBe('note_12'));
    expect(shownIn(thread)).toBe(231);
    expect(more().map((each) => each.textContent)).toEqual(['Show 70 more replies']);
    fireEvent.click(more()[0] as HTMLElement);
    await waitFor(() => expect(document.activeElement?.id).toBe('note_212'));
    expect(more()).toEqual([]);
  },
);

it('a link into the middle of it is followed', async () => {
  window.history.replaceState(null, '', '/d/p/-/issues/1#note_150');
  const thread = await show();
  await waitFor(() => expect(document.activeElement?.id).toBe('note_150'));
  expect(more().map((each) => each.textContent)).toEqual(['Show 118 more replies', 'Show 111 more replies']);
  expect(shownIn(thread)).toBe(72);
  window.history.replaceState(null, '', '/');
});

it('a change in the middle of it that was begun is shown when the page is opened again', async () => {
  autosaveStoreOf(2, 'Issue:81').change('edit-note-150', 'note 150, and more', null);
  const editable = long.notes.map((each) =>
    each.id === '150' ? { ...each, current_user: { ...each.current_user, can_edit: true } } : each,
  );
  await show({ ...long, notes: editable }, 81);
  expect(await screen.findByDisplayValue('note 150, and more')).toBeTruthy();
  expect(more().map((each) => each.textContent)).toEqual(['Show 138 more replies', 'Show 131 more replies']);
});
