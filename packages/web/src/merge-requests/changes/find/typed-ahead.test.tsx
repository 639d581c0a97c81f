import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { findLayer } from './find-switch.ts';
import { takeTypedAhead, TypedAhead } from './typed-ahead.tsx';

test('keys typed before the panel is there are kept for it, and act on nothing else', async () => {
  const shortcut = vi.fn<() => void>();
  document.addEventListener('keydown', shortcut);
  const { unmount } = render(<TypedAhead />);
  await userEvent.keyboard('rex{Backspace}t J');
  expect(shortcut).not.toHaveBeenCalled();
  await userEvent.keyboard('{Control>}c{/Control}');
  expect(shortcut).toHaveBeenCalled();
  unmount();
  expect([takeTypedAhead(), takeTypedAhead()]).toEqual(['ret J', '']);
  shortcut.mockClear();
  await userEvent.keyboard('r');
  expect(shortcut).toHaveBeenCalledTimes(1);
  document.removeEventListener('keydown', shortcut);
});

test('Escape gives it up, and the next time begins with nothing', async () => {
  findLayer.open();
  const { unmount } = render(<TypedAhead />);
  await userEvent.keyboard('ab{Escape}');
  expect(findLayer.isOpen()).toBe(false);
  unmount();
  // By then the panel may be there, and comes at once.
  expect(takeTypedAhead()).toBe('');
});
