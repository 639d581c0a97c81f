import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { useEffect } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { discussion, note, notesData } from '../../../testing/page-notes.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { Activity } from '../activity/activity.tsx';
import type { DiscussionStore } from '../store/discussion-store.ts';
import { DiscussionsProvider, useDiscussionStore } from '../store/use-discussions.tsx';

beforeEach(() => localStorage.clear());

const held: { store?: DiscussionStore } = {};

function Known() {
  const store = useDiscussionStore();
  useEffect(() => {
    held.store = store;
  }, [store]);
  return <Activity renderDiff={() => null} />;
}

async function show(discussions: PageDiscussion[]) {
  const page = (
    <DiscussionsProvider notes={notesData()}>
      <Known />
    </DiscussionsProvider>
  );
  await renderPage(
    () => page,
    pageData({}),
    ({ path }) => ({ body: path.startsWith('/d.json') ? discussions : [] }),
  );
  await waitFor(() => expect(screen.queryByText('Loading activity')).toBeNull());
}

const toggle = () => screen.getByRole('button', { name: /^(Hide|Show) thread$/ });

it('a thread with one note folds to its header by the keyboard, and the focus stays', async () => {
  await show([discussion('d1', [note(1)])]);
  expect(toggle().getAttribute('aria-expanded')).toBe('true');
  toggle().focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByText('note 1')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Reply/ })).toBeNull();
  expect(screen.getByText('A deleted user')).toBeTruthy();
  expect(toggle().getAttribute('aria-expanded')).toBe('false');
  expect(document.activeElement).toBe(toggle());
  expect(
    (await axe.run(document.getElementById('thread_d1') as HTMLElement, { resultTypes: ['violations'] })).violations,
  ).toEqual([]);
  await userEvent.keyboard(' ');
  expect(screen.getByText('note 1')).toBeTruthy();
  expect(document.activeElement).toBe(toggle());
});

it('one with replies says how many are hidden, and stays folded when another arrives', async () => {
  await show([discussion('d1', [note(1), note(2)])]);
  await userEvent.click(toggle());
  expect(screen.queryByText('note 2')).toBeNull();
  expect(screen.getByText('1 reply')).toBeTruthy();
  await act(async () => held.store?.merge([note(3)]));
  expect(screen.getByText('2 replies')).toBeTruthy();
  expect(screen.queryByText('note 3')).toBeNull();
  // Whoever goes to it, or answers it, sees it.
  act(() => held.store?.setExpanded('d1', true));
  expect(screen.getByText('note 3')).toBeTruthy();
});

it('single comments and resolved threads have none', async () => {
  const alone = discussion('d1', [note(1, { type: null })], { individual_note: true, resolvable: false });
  const resolved = { resolved: true, resolved_at: '2026-01-01T00:00:09.000Z' };
  const settled = discussion('d2', [note(2, { discussion_id: 'd2', ...resolved })], { ...resolved, expanded: false });
  await show([alone, settled]);
  expect(screen.getByText('note 1')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Show thread' })).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Hide thread' })).toBeNull();
});
