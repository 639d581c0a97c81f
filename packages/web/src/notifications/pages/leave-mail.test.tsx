import type { LeaveMailPageData } from '@tributary/contract/notifications/page.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { pageData, shellData } from '../../../testing/page-data.ts';
import { renderPage, type ServerAnswer } from '../../../testing/render-page.tsx';
import LeaveMailPage from './leave-mail.page.tsx';

const TOKEN = 'outside.7.secret';
const ADA = { who: 'ada@out.example', noun: 'issue', isMember: false };

function show(leaver: LeaveMailPageData['leaver'], answer: ServerAnswer = { body: {} }) {
  const shell = shellData({ viewer: null });
  return renderPage(LeaveMailPage, pageData({ token: TOKEN, leaver }, { shell }), () => answer);
}

it('asks before it stops anything, and says when it is done', async () => {
  const { sent } = await show(ADA);
  expect(screen.getByRole('heading', { name: 'Unsubscribe from this issue?' })).toBeTruthy();
  expect(screen.getByText('ada@out.example')).toBeTruthy();
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Unsubscribe' }));
  expect(await screen.findByRole('heading', { name: 'You are unsubscribed' })).toBeTruthy();
  expect(screen.getByText('This email address no longer gets emails about this issue.')).toBeTruthy();
  expect(sent).toEqual([{ method: 'POST', path: '/-/sent_mails/unsubscribe', body: { token: TOKEN } }]);
});

it('tells members that they hear of it when they are mentioned', async () => {
  await show({ who: '@ada', noun: 'merge request', isMember: true });
  await userEvent.click(screen.getByRole('button', { name: 'Unsubscribe' }));
  expect(
    await screen.findByText('You no longer get emails about this merge request, unless someone mentions you.'),
  ).toBeTruthy();
});

it('says so when that fails, and can be tried again', async () => {
  await show(ADA, { status: 500, body: { message: 'Not now' } });
  await userEvent.click(screen.getByRole('button', { name: 'Unsubscribe' }));
  expect(await screen.findByText('Not now')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Unsubscribe' })).toBeTruthy();
});

it('tells of a link that does not work any more', async () => {
  await show(null);
  expect(screen.getByRole('heading', { name: 'This link no longer works' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Unsubscribe' })).toBeNull();
});
