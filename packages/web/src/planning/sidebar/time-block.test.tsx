import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { TimeBlock } from './time-block.tsx';

afterEach(() => vi.unstubAllGlobals());

it('time that is sent again after a failure is the same request', async () => {
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit = {}) => {
    keys.push(new Headers(init.headers).get('Idempotency-Key'));
    return Response.json({ message: 'Lost.' }, { status: 502 });
  });
  const time = { estimate: null, spent: null, estimateSeconds: 0, spentSeconds: 0 };
  render(<TimeBlock time={time} api="/api/v4/projects/1/issues/1" mayChange />);
  await userEvent.click(screen.getByRole('button', { name: 'Add time spent' }));
  const field = await screen.findByRole('textbox', { name: 'Time spent' });
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await userEvent.type(field, '1h');
  await save();
  await waitFor(() => expect(keys).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBeNull());
  await save();
  await waitFor(() => expect(keys).toHaveLength(2));
  await userEvent.type(field, ' 30m');
  await save();
  await waitFor(() => expect(keys).toHaveLength(3));
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  // Whoever closes the layer and comes back means another time, also of the same length.
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBeNull());
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Add time spent' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Time spent' }), '1h 30m');
  await save();
  await waitFor(() => expect(keys).toHaveLength(4));
  expect(keys[3]).not.toBe(keys[2]);
});
