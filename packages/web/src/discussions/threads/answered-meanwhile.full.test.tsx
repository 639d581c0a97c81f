import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { useEffect } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { discussion, note, notesData } from '../../../testing/page-notes.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { Activity } from '../activity/activity.tsx';
import type { DiscussionStore } from '../store/discussion-store.ts';
import { DiscussionsProvider, useDiscussionStore } from '../store/use-discussions.tsx';

beforeEach(() => {
  localStorage.clear();
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});

const held: { store?: DiscussionStore } = {};

function Known() {
  const store = useDiscussionStore();
  useEffect(() => {
    held.store = store;
  }, [store]);
  return <Activity renderDiff={() => null} />;
}

const alone = discussion('d1', [note(1, { resolvable: false, type: null })], {
  individual_note: true,
  resolvable: false,
});
const answered = discussion('d1', [note(1), note(2)]);

async function showAll(noteableId: number, shown: PageDiscussion) {
  const page = (
    <DiscussionsProvider notes={notesData({ noteableId })}>
      <Known />
    </DiscussionsProvider>
  );
  await renderPage(
    () => page,
    pageData({}),
    ({ path }) => ({ body: path.startsWith('/d.json') ? [shown] : [] }),
  );
}

/** Shows a comment that stands alone, and the button that answers it. */
async function show(noteableId: number) {
  await showAll(noteableId, alone);
  return screen.findByRole('button', { name: 'Reply to comment' });
}

const answer = () => act(async () => held.store?.put(answered));

it('who is answering a comment goes on writing when someone else answers it', async () => {
  await userEvent.click(await show(91));
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' });
  await userEvent.type(field, 'Because it is.');
  field.setSelectionRange(3, 7);
  await answer();
  const thread = screen.getByRole('group', { name: 'Thread' });
  expect(thread.textContent).toContain('note 2');
  expect(thread.contains(field)).toBe(true);
  expect(document.activeElement).toBe(field);
  expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(['Because it is.', 3, 7]);
  expect((await axe.run(thread, { resultTypes: ['violations'] })).violations).toEqual([]);
});

it('the button that answered it is gone then, and the keyboard is not lost with it', async () => {
  const reply = await show(92);
  reply.focus();
  await answer();
  expect(reply.isConnected).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Collapse replies' }));
});

it('a comment that stands alone is no thread', async () => {
  await show(93);
  expect(screen.queryByRole('group', { name: 'Thread' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^(Reply…|Resolve thread|Hide thread)$/ })).toBeNull();
});

describe('who is answering a thread that someone else settles', () => {
  const settled = { resolved: true, resolved_at: '2026-01-01T00:00:09.000Z' };
  const notes = [note(1, settled), note(2, settled)];
  const begin = async (noteableId: number) => {
    await showAll(noteableId, answered);
    await userEvent.click(await screen.findByRole('button', { name: 'Reply…' }));
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' });
    await userEvent.type(field, 'But why?');
    return field;
  };

  it.each([
    ['told whole', 94, () => held.store?.put(discussion('d1', notes, { ...settled, expanded: false }))],
    ['told note by note', 95, () => held.store?.merge(notes)],
  ])('goes on writing: %s', async (_, noteableId, tell) => {
    const field = await begin(noteableId);
    await act(async () => tell());
    expect(screen.getByRole('group', { name: 'Resolved thread' }).contains(field)).toBe(true);
    expect(document.activeElement).toBe(field);
    await userEvent.click(screen.getByRole('button', { name: 'Collapse replies' }));
    expect(field.isConnected).toBe(false);
  });

  it('goes on writing after another window had the keyboard', async () => {
    const field = await begin(97);
    // The field stays the one of its page that has it.
    fireEvent.focusOut(field);
    await act(async () => held.store?.put(discussion('d1', notes, { ...settled, expanded: false })));
    expect(field.isConnected).toBe(true);
  });

  it('finds it folded when the keyboard is elsewhere', async () => {
    const field = await begin(96);
    field.blur();
    await act(async () => held.store?.put(discussion('d1', notes, { ...settled, expanded: false })));
    expect(field.isConnected).toBe(false);
  });
});
