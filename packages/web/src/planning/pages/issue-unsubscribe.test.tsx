import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { pageData, shellData } from '../../../testing/page-data.ts';
import { renderPage, type ServerAnswer } from '../../../testing/render-page.tsx';
import IssueUnsubscribePage from './issue-unsubscribe.page.tsx';

const TOKEN = '7.secret';

function show(address: string | null, answer: ServerAnswer = { body: {} }) {
  const shell = shellData({ viewer: null });
  return renderPage(IssueUnsubscribePage, pageData({ token: TOKEN, address }, { shell }), () => answer);
}

it('asks before it stops anything, and says when it is done', async () => {
  const { sent } = await show('ada@out.example');
  expect(screen.getByText('ada@out.example')).toBeTruthy();
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Stop the mails' }));
  expect(await screen.findByRole('heading', { name: 'The mails are stopped' })).toBeTruthy();
  expect(sent).toEqual([{ method: 'POST', path: '/-/email_participants/unsubscribe', body: { token: TOKEN } }]);
});

it('says so when that fails, and can be tried again', async () => {
  await show('ada@out.example', { status: 500, body: { message: 'Not now' } });
  await userEvent.click(screen.getByRole('button', { name: 'Stop the mails' }));
  expect(await screen.findByText('Not now')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Stop the mails' })).toBeTruthy();
});

it('tells of a link that does not work any more', async () => {
  await show(null);
  expect(screen.getByRole('heading', { name: 'This link does not work any more' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Stop the mails' })).toBeNull();
});
