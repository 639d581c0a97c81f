import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { AddReaction } from './add-reaction.tsx';

afterEach(() => vi.unstubAllGlobals());

const menu = () => screen.queryByRole('dialog', { name: 'Add reaction' });

it('the menu opens 200 ms after the press, and the button has the keyboard until then', async () => {
  await renderPage(
    () => <AddReaction onPick={() => undefined} />,
    pageData({}),
    () => ({ body: [] }),
  );
  const button = () => screen.getByRole('button', { name: 'Add reaction' });
  // The first time what it is made of comes as well; a button that is only pointed at is exchanged when that has come.
  act(() => button().focus());
  await userEvent.keyboard('{Enter}');
  await expect.poll(menu).not.toBeNull();
  await userEvent.keyboard('{Escape}');
  await expect.poll(menu).toBeNull();
  await expect.poll(() => document.activeElement).toBe(button());
  const before = performance.now();
  await userEvent.keyboard('{Enter}');
  expect([menu(), document.activeElement]).toEqual([null, button()]);
  await expect.poll(menu, { interval: 5 }).not.toBeNull();
  // A timer may be a little early by another clock.
  expect(performance.now() - before).toBeGreaterThan(195);
});
