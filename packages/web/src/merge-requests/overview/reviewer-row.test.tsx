import type { AskableReviewer } from '@tributary/contract/merge-requests/page.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { renderPage, type ServerAnswer } from '../../../testing/render-page.tsx';
import { usePage } from '../../app/navigation.tsx';
import { ReviewerRow } from './reviewer-row.tsx';

const PATH = '/g/p/-/merge_requests/1/withdraw_requested_changes';
const ASKING: AskableReviewer = {
  id: 2,
  username: 'grace',
  name: 'Grace Hopper',
  avatarUrl: null,
  path: '/grace',
  state: 'requested_changes',
  askAgainPath: null,
  withdrawPath: PATH,
};
const LOOKED: AskableReviewer = { ...ASKING, state: 'reviewed', withdrawPath: null };

function Row() {
  return (
    <ul>
      <ReviewerRow reviewer={usePage<AskableReviewer>().data} />
    </ul>
  );
}

const button = () => screen.queryByRole('button', { name: 'Withdraw your request for changes' });

/** The row of a request for changes; where the server withdraws it, the page shows it afterwards. */
async function withdraw(answer: ServerAnswer) {
  const next = () => pageData((answer.status ?? 200) < 400 ? LOOKED : ASKING);
  const { sent } = await renderPage(Row, pageData(ASKING), () => answer, next);
  button()?.focus();
  await userEvent.keyboard('{Enter}');
  return sent;
}

it('a reviewer takes back their request for changes; the keyboard stays in their row', async () => {
  const sent = await withdraw({ status: 204 });
  expect(await screen.findByText('Reviewed')).toBeTruthy();
  expect(sent).toEqual([{ method: 'POST', path: PATH, body: {} }]);
  expect(button()).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('listitem'));
  expect(screen.getByText('Request for changes withdrawn.')).toBeTruthy();
});

it('what came in between is told, and the button stays where it was', async () => {
  await withdraw({ status: 409, body: { message: 'It is being merged.' } });
  expect(await screen.findByText(/It is being merged\./)).toBeTruthy();
  expect(document.activeElement).toBe(button());
  expect(screen.getByText('Requested changes')).toBeTruthy();
});
