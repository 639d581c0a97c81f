import type { PageAward } from '@tributary/contract/discussions/page.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { renderPage, type Sent, type ServerAnswer } from '../../../testing/render-page.tsx';
import { AwardBar } from './award-bar.tsx';
import { useAwards } from './use-awards.ts';
import { IS_FULL } from '../../../testing/full-run.ts';

const OTHER = { id: 77, name: 'Ben', username: 'ben' };
const GIVEN: readonly PageAward[] = [{ name: 'tada', emoji: '🎉', user: OTHER }];
const DOWN: ServerAnswer = { status: 502, body: {} };

const lookAgain = vi.fn<() => void>();

function Bar() {
  return <AwardBar awards={useAwards(GIVEN, '/award', lookAgain)} canAward />;
}

async function show(answer: (sent: Sent) => ServerAnswer) {
  lookAgain.mockClear();
  return renderPage(() => <Bar />, pageData({}), answer);
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('a reaction that fails is taken back, told where it stands, and tried again with the same wish', async () => {
  const answers = [DOWN, DOWN, { body: { ok: true } }];
  const bodies: unknown[] = [];
  await show(({ body }) => {
    bodies.push(body);
    return answers.shift() ?? DOWN;
  });
  await press('tada, 1');
  const said = await screen.findByRole('alert');
  expect(said.textContent).toContain('Something went wrong on our end.');
  expect(screen.getByRole('button', { name: 'tada, 1' }).getAttribute('aria-pressed')).toBe('false');
  expect(lookAgain).toHaveBeenCalledTimes(1);
  await press('Try again');
  await waitFor(() => expect(lookAgain).toHaveBeenCalledTimes(2));
  await press('Try again');
  await screen.findByRole('button', { name: 'tada, 2' });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'tada, 2' }));
  await waitFor(() => expect(bodies).toEqual(Array.from({ length: 3 }, () => ({ name: 'tada', wanted: true }))));
  expect(lookAgain).toHaveBeenCalledTimes(2);
});

it.runIf(IS_FULL)('what is told can be put away, and the next press says what it wants', async () => {
  const bodies: unknown[] = [];
  await show(({ body }) => {
    bodies.push(body);
    return bodies.length === 1 ? DOWN : { body: { ok: true } };
  });
  await press('tada, 1');
  await screen.findByRole('alert');
  await press('Dismiss');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'tada, 1' }));
  await press('tada, 1');
  await press('tada, 2');
  await waitFor(() => expect(bodies.slice(1)).toEqual([true, false].map((wanted) => ({ name: 'tada', wanted }))));
  expect(screen.getByRole('button', { name: 'tada, 1' })).toBeTruthy();
});
