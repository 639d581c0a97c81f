import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as LazyPopovers from './lazy-popover.tsx';

/** Its file comes when a test lets it. */
let arrive: () => Promise<void>;
let LazyPopover: typeof LazyPopovers.LazyPopover;

beforeEach(async () => {
  const arrival = Promise.withResolvers<void>();
  vi.resetModules();
  vi.doMock('./popover.tsx', async (load) => {
    await arrival.promise;
    return load();
  });
  ({ LazyPopover } = await import('./lazy-popover.tsx'));
  arrive = () =>
    act(async () => {
      arrival.resolve();
      await import('./popover.tsx');
    });
});

afterEach(() => {
  vi.doUnmock('./popover.tsx');
  vi.resetModules();
});

const trigger = () => screen.getByRole('button', { name: 'Help' });
const popover = () =>
  render(
    <LazyPopover title="Writing" trigger={<button type="button">Help</button>}>
      <button type="button">All of it</button>
    </LazyPopover>,
  );
const dialog = () => screen.findByRole('dialog', { name: 'Writing' });

test.each(['{Enter}', ' '])(
  'a press of %j while its file is on its way opens it, and Escape leads back',
  async (key) => {
    popover();
    await userEvent.tab();
    await userEvent.keyboard(key);
    await arrive();
    expect(await dialog()).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'All of it' })));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(trigger()));
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);

test('a press of a hand while its file is on its way opens it', async () => {
  popover();
  await userEvent.click(trigger());
  await arrive();
  expect(await dialog()).toBeTruthy();
});

test('pressed again by someone who got no answer it opens all the same, and the next press closes it', async () => {
  popover();
  await userEvent.click(trigger());
  await userEvent.click(trigger());
  await arrive();
  expect(await dialog()).toBeTruthy();
  await userEvent.click(trigger());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a press that began before its file came and ends after it is not lost', async () => {
  popover();
  const pressed = trigger();
  fireEvent.pointerEnter(pressed);
  fireEvent.pointerDown(pressed);
  fireEvent.mouseDown(pressed);
  await arrive();
  // The browser presses what the hand went down and up on.
  expect(trigger()).toBe(pressed);
  fireEvent.pointerUp(pressed);
  fireEvent.mouseUp(pressed);
  fireEvent.click(pressed);
  expect(await dialog()).toBeTruthy();
});
