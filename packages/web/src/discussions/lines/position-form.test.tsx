import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { discussion, note, notesData } from '../../../testing/page-notes.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { DiscussionsProvider } from '../store/use-discussions.tsx';
import { PositionForm } from './position-form.tsx';

beforeEach(() => localStorage.clear());

const position = {
  base_sha: 'b',
  start_sha: 's',
  head_sha: 'h',
  old_path: 'a.txt',
  new_path: 'a.txt',
  position_type: 'text' as const,
  old_line: null,
  new_line: 2,
};

it('shows what is on its way once, also where its form was opened again meanwhile', async () => {
  const Forms = () => {
    const [comparison, show] = useState('one');
    const close = () => undefined;
    return (
      <DiscussionsProvider notes={notesData({})}>
        <button type="button" onClick={() => show('another')}>
          Compare
        </button>
        <PositionForm key={comparison} label="Comment on line 2" field="line-3" position={position} onClose={close} />
      </DiscussionsProvider>
    );
  };
  await renderPage(Forms, pageData({}), () => ({ body: [] }));
  const { fetch: others } = window;
  let refuse: (answer: Response) => void = () => undefined;
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) =>
    init.method === 'POST' && path.startsWith(notesData({}).createNotePath)
      ? new Promise<Response>((answer) => (refuse = answer))
      : others(path, init),
  );
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment on line 2' });
  await userEvent.type(field(), 'Why two?');
  await userEvent.click(screen.getByRole('button', { name: 'Comment' }));
  await screen.findByRole('group', { name: 'Sending comment' });
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
  expect(screen.getByRole('group', { name: 'Sending comment' }).textContent).toContain('Why two?');
  expect([field().value, field().readOnly]).toEqual(['', true]);
  refuse(Response.json({ message: 'Bad gateway' }, { status: 502 }));
  await waitFor(() => expect([field().value, field().readOnly]).toEqual(['Why two?', false]));
  expect(screen.queryByRole('group', { name: 'Sending comment' })).toBeNull();
});

it('shows what is on its way in its place, and gives the text back where it did not arrive', async () => {
  const onClose = vi.fn<() => void>();
  const label = 'Comment on line 2';
  await renderPage(
    () => (
      <DiscussionsProvider notes={notesData({})}>
        <PositionForm label={label} field="line-2" position={position} onClose={onClose} />
      </DiscussionsProvider>
    ),
    pageData({}),
    () => ({ body: [] }),
  );
  const { fetch: others } = window;
  const waiting: ((answer: Response) => void)[] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) =>
    init.method === 'POST' && path.startsWith(notesData({}).createNotePath)
      ? new Promise<Response>((answer) => waiting.push(answer))
      : others(path, init),
  );
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: label });
  await userEvent.type(field, 'Why two?');
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Comment' }));
  const answer = (body: unknown, status = 200) =>
    waiting.shift()?.(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }));

  await send();
  const onItsWay = await screen.findByRole('group', { name: 'Sending comment' });
  expect(onItsWay.textContent).toContain('Why two?');
  expect(field.value).toBe('');
  answer({ message: 'Bad gateway' }, 502);
  await screen.findByRole('alert');
  expect(screen.queryByRole('group', { name: 'Sending comment' })).toBeNull();
  expect(field.value).toBe('Why two?');
  expect(onClose).not.toHaveBeenCalled();

  await send();
  await screen.findByRole('group', { name: 'Sending comment' });
  answer({ discussion: discussion('d1', [note(1, { note: 'Why two?' })]) });
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(screen.queryByRole('group', { name: 'Sending comment' })).toBeNull();
});

it('is gone to whenever it is asked for, also where it had opened by itself', async () => {
  const Forms = () => {
    const [asked, ask] = useState(0);
    return (
      <DiscussionsProvider notes={notesData({})}>
        <button type="button" onClick={() => ask(asked + 1)}>
          Add a comment
        </button>
        <PositionForm
          label="Comment on line 2"
          field="line-4"
          position={position}
          autoFocus={asked > 0}
          asked={asked}
          onClose={() => undefined}
        />
      </DiscussionsProvider>
    );
  };
  await renderPage(Forms, pageData({}), () => ({ body: [] }));
  const field = await screen.findByRole('textbox', { name: 'Comment on line 2' });
  const plus = screen.getByRole('button', { name: 'Add a comment' });
  expect(document.activeElement).not.toBe(field);
  for (let time = 0; time < 2; time++) {
    await userEvent.click(plus);
    expect(document.activeElement).toBe(field);
  }
});
