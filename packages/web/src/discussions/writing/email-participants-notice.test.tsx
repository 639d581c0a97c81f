import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { notesData } from '../../../testing/page-notes.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { EmailParticipantsContext } from '../store/email-participants.ts';
import { DiscussionsProvider } from '../store/use-discussions.tsx';
import { CommentForm } from './comment-form.tsx';

const SENTENCE = 'will be notified of your comment.';

async function show(addresses: string[]) {
  const currentUser = { canCreateNote: true, canCreateInternalNote: true, canResolve: false };
  await renderPage(
    () => (
      <DiscussionsProvider notes={notesData({ currentUser })}>
        <EmailParticipantsContext value={addresses.map((email) => ({ email }))}>
          <CommentForm />
        </EmailParticipantsContext>
      </DiscussionsProvider>
    ),
    pageData({}, {}),
    () => ({ body: [] }),
  );
}

const told = () => screen.queryByText(new RegExp(SENTENCE))?.textContent ?? null;

it('nobody is named where nobody outside hears of it', async () => {
  await show([]);
  expect(told()).toBeNull();
});

it.each([
  [['a@x.example'], `a@x.example ${SENTENCE}`],
  [['a@x.example', 'b@x.example', 'c@x.example'], `a@x.example, b@x.example and c@x.example ${SENTENCE}`],
])('%j are all named', async (addresses, sentence) => {
  await show(addresses);
  expect(told()).toBe(sentence);
});

it('three are named of many, and the others when they are asked for', async () => {
  await show(['a@x', 'b@x', 'c@x', 'd@x', 'e@x']);
  expect(told()).toBe(`a@x, b@x, c@x and 2 more ${SENTENCE}`);
  await userEvent.click(screen.getByRole('button', { name: '2 more' }));
  expect(told()).toBe(`a@x, b@x, c@x, d@x and e@x ${SENTENCE}`);
});

it('an internal note is told to nobody outside', async () => {
  await show(['a@x.example']);
  const box = screen.getByRole('checkbox', { name: /internal note/ });
  await userEvent.click(box);
  expect(told()).toBeNull();
  await userEvent.click(box);
  expect(told()).not.toBeNull();
});

it('what becomes of attachments is said when there are some', async () => {
  await show(['a@x.example']);
  const warning = () => screen.queryByText(/^Attachments are sent by email\./);
  expect(warning()).toBeNull();
  fireEvent.change(screen.getByRole('textbox', { name: 'Comment' }), {
    target: { value: `![leak](/uploads/${'a'.repeat(32)}/leak.png)` },
  });
  expect(warning()?.textContent).toContain('Attachments over 10 MB are sent as links to Tributary');
  await userEvent.click(screen.getByRole('checkbox', { name: /internal note/ }));
  expect(warning()).toBeNull();
});
