import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { discussion, note, notesData } from '../../../testing/page-notes.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { autosaveStoreOf } from '../../app/autosave/autosave-store.ts';
import { DiscussionsProvider } from '../store/use-discussions.tsx';
import { NoteEditor } from './note-editor.tsx';

beforeEach(() => localStorage.clear());

it('a comment that is saved again after a failure is the same request', async () => {
  const own = note(1, { path: '/notes/1' });
  await renderPage(
    () => (
      <DiscussionsProvider notes={notesData({})}>
        <NoteEditor note={own} autoFocus={false} onPending={() => undefined} onClose={() => undefined} />
      </DiscussionsProvider>
    ),
    pageData({}),
    ({ path }) => {
      if (path === '/notes/1') return { status: 502, body: {} };
      return { body: path.startsWith('/d.json') ? [discussion('d1', [own])] : [] };
    },
  );
  const keys: (string | null)[] = [];
  const send = window.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    if (path === '/notes/1') keys.push(new Headers(init.headers).get('Idempotency-Key'));
    return send(path, init);
  });
  const save = async (count: number) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Save comment' }));
    await waitFor(() => expect(keys).toHaveLength(count));
    await screen.findByRole('alert');
  };
  await save(1);
  await save(2);
  await userEvent.type(screen.getByRole('textbox', { name: 'Edit comment' }), ' and more');
  await save(3);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

it('has the keyboard again where it could not be saved', async () => {
  const own = note(2, { path: '/notes/1', note: 'Said before' });
  // The browser takes the keyboard from what is hidden while the text is on its way.
  const hide = (text: string | null) => text !== null && (document.activeElement as HTMLElement).blur();
  await renderPage(
    () => (
      <DiscussionsProvider notes={notesData({})}>
        <NoteEditor note={own} autoFocus onPending={hide} onClose={() => undefined} />
      </DiscussionsProvider>
    ),
    pageData({}),
    ({ path }) => {
      if (path === '/notes/1') return { status: 502, body: {} };
      return { body: path.startsWith('/d.json') ? [discussion('d1', [own])] : [] };
    },
  );
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Edit comment' });
  expect(document.activeElement).toBe(field);
  await userEvent.keyboard(' and more{Control>}{Enter}{/Control}');
  await screen.findByRole('alert');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.value).toBe('Said before and more');
});

it('says why the text was refused, after the sentence of what failed', async () => {
  const own = note(3, { path: '/notes/1', note: 'Said before' });
  const refusal = { error: { code: 'command_failed', message: 'Label ~gone does not exist.' } };
  await renderPage(
    () => (
      <DiscussionsProvider notes={notesData({})}>
        <NoteEditor note={own} autoFocus={false} onPending={() => undefined} onClose={() => undefined} />
      </DiscussionsProvider>
    ),
    pageData({}),
    ({ path }) => {
      if (path === '/notes/1') return { status: 422, body: refusal };
      return { body: path.startsWith('/d.json') ? [discussion('d1', [own])] : [] };
    },
  );
  await userEvent.type(await screen.findByRole('textbox', { name: 'Edit comment' }), '/label ~gone');
  await userEvent.click(screen.getByRole('button', { name: 'Save comment' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Something went wrong while editing your comment. Please try again. Label ~gone does not exist.',
  );
});

it('closes where the text turns out to have arrived, though nobody got an answer', async () => {
  const own = note(4, { path: '/notes/1', note: 'Said before' });
  const notes = notesData({ noteableType: 'Issue', noteableId: 91 });
  const onClose = vi.fn<() => void>();
  await renderPage(
    () => (
      <DiscussionsProvider notes={notes}>
        <NoteEditor note={own} autoFocus={false} onPending={() => undefined} onClose={onClose} />
      </DiscussionsProvider>
    ),
    pageData({}),
    ({ method, path }) => {
      if (path === '/notes/1') return { status: 502, body: {} };
      if (method === 'PUT') return { body: { revision: 1 } };
      return { body: path.startsWith('/d.json') ? [discussion('d1', [own])] : [] };
    },
  );
  await userEvent.type(await screen.findByRole('textbox', { name: 'Edit comment' }), ' and more');
  await userEvent.click(screen.getByRole('button', { name: 'Save comment' }));
  await screen.findByRole('alert');
  const texts = autosaveStoreOf(2, 'Issue:91');
  await texts.settled();
  expect(onClose).not.toHaveBeenCalled();
  // The server has it no more: it let go of it when it wrote the comment.
  await act(() => texts.load(new AbortController().signal));
  expect(onClose).toHaveBeenCalledOnce();
  expect(await screen.findByText('Your comment was saved.')).toBeTruthy();
});
