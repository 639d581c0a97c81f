import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { expect, it, vi } from 'vitest';
import { Slot } from './slot.tsx';

it('lends attributes and handlers to its child, which keeps its own', async () => {
  const calls: string[] = [];
  render(
    <Slot className="ours" title="ours" type="submit" aria-expanded={false} onClick={() => calls.push('ours')}>
      <button type="button" className="theirs" title="theirs" onClick={() => calls.push('theirs')}>
        Press
      </button>
    </Slot>,
  );
  const button = screen.getByRole('button', { name: 'Press' });
  expect(button.className).toBe('ours theirs');
  expect(button.title).toBe('theirs');
  expect(button.getAttribute('type')).toBe('button');
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(button);
  expect(calls).toEqual(['theirs', 'ours']);
});

it('gives its element to both who want it, and takes it back from both', () => {
  const [ours, theirs] = [createRef<HTMLButtonElement>(), vi.fn<(element: HTMLButtonElement | null) => void>()];
  const { unmount } = render(
    <Slot ref={ours}>
      <button ref={theirs} type="button">
        Press
      </button>
    </Slot>,
  );
  const button = screen.getByRole('button');
  expect(ours.current).toBe(button);
  expect(theirs.mock.calls).toEqual([[button]]);
  unmount();
  expect(ours.current).toBeNull();
  expect(theirs.mock.calls.at(-1)).toEqual([null]);
});

it('puts what comes before and after within the child, and draws nothing without one', () => {
  const { container, rerender } = render(
    <Slot start={<i>a</i>} end={<i>c</i>}>
      <a href="/x">b</a>
    </Slot>,
  );
  expect(screen.getByRole('link').textContent).toBe('abc');
  rerender(<Slot>{null}</Slot>);
  expect(container.innerHTML).toBe('');
});
