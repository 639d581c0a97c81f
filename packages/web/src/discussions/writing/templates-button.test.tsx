import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { MarkdownEditor } from './markdown-editor.tsx';

const REPLIES = [
  { id: 1, name: 'Rebase', content: 'Please *rebase*.\r\nThen ask again.' },
  { id: 2, name: 'Thanks', content: 'Thank you!' },
];

/** Answers as the server does, as far as one word goes; gives back what was asked. */
function serve(answer: (search: string) => { status?: number; body: unknown }) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const search = new URL(path, 'http://here.test').searchParams.get('search') ?? '';
    const { status = 200, body } = answer(search);
    return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  });
  return asked;
}

const found = (search: string) => {
  const replies = REPLIES.filter(({ name }) => name.toLowerCase().includes(search));
  return { body: { replies, total: replies.length } };
};

function Editor({ initial }: { initial: string }) {
  const [text, setText] = useState(initial);
  return (
    <MarkdownEditor label="Comment" value={text} onValueChange={setText} previewPath="/preview" uploadsPath={null} />
  );
}

const area = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });

/** By key: under a pointer the button is made again when the list has come, and a press in that very moment is lost here. */
async function open(): Promise<HTMLElement> {
  screen.getByRole('button', { name: 'Insert comment template' }).focus();
  await userEvent.keyboard('{Enter}');
  const search = await screen.findByRole('combobox', { name: 'Search comment templates' });
  await expect.poll(() => document.activeElement).toBe(search);
  return search;
}

afterEach(() => vi.unstubAllGlobals());

it('one found by typing stands at the caret, with the caret behind it', async () => {
  const asked = serve(found);
  render(<Editor initial="Hello . Bye" />);
  expect(asked).toEqual([]);
  await userEvent.click(area());
  area().setSelectionRange(6, 6);
  await open();
  await screen.findByRole('option', { name: /Thanks/ });
  // At once: of what is typed sign by sign a slow machine asks for the beginning, too.
  await userEvent.paste('reb');
  await expect.poll(() => screen.getAllByRole('option').length).toBe(1);
  expect(asked).toEqual(['/-/profile/comment_templates.json?search=', '/-/profile/comment_templates.json?search=reb']);
  const layer = screen.getByRole('dialog', { name: 'Insert comment template' });
  expect((await axe.run(layer, { resultTypes: ['violations'] })).violations).toEqual([]);
  expect(within(layer).getByRole('link', { name: 'Manage comment templates' }).getAttribute('href')).toBe(
    '/-/profile/comment_templates',
  );
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => area().value).toBe('Hello Please *rebase*.\nThen ask again.. Bye');
  await expect.poll(() => document.activeElement).toBe(area());
  expect([area().selectionStart, area().selectionEnd]).toEqual([38, 38]);
});

it('left with Escape the text stays, and the button has the keyboard', async () => {
  serve(found);
  render(<Editor initial="Hello" />);
  await open();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'Insert comment template' }));
  expect(area().value).toBe('Hello');
});

it('tells where there are none, where none is found, and how many more there are', async () => {
  let total = 0;
  serve((search) => ({ body: { replies: search === '' ? [] : REPLIES.slice(0, total), total } }));
  render(<Editor initial="" />);
  await open();
  expect(await screen.findByText(/No comment templates yet/)).toBeTruthy();
  await userEvent.keyboard('x');
  expect(await screen.findByText('Nothing found.')).toBeTruthy();
  total = 120;
  await userEvent.keyboard('y');
  expect(await screen.findByText('2 of 120')).toBeTruthy();
});
