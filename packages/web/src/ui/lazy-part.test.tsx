import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Component, createElement, type ReactNode, Suspense, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { lazyPart, useLoaded } from './lazy-part.tsx';

/** What is above a page. */
class Above extends Component<{ children: ReactNode }, { text: string | null }> {
  override state = { text: null };
  static getDerivedStateFromError(error: unknown) {
    return { text: error instanceof Error ? error.message : 'unknown' };
  }
  override render(): ReactNode {
    return this.state.text === null ? this.props.children : <b>Above: {this.state.text}</b>;
  }
}

const page = (part: ReactNode) => (
  <Above>
    <input aria-label="Beside" />
    <Suspense fallback="On its way">{part}</Suspense>
  </Above>
);

it('tells in its place that a file could not be had, and asks again for it', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  let isDown = true;
  const load = vi.fn<() => Promise<{ default: () => ReactNode }>>(async () => {
    if (isDown) throw new TypeError('Failed to fetch');
    return { default: () => <p>Here</p> };
  });
  const Later = lazyPart(load);
  await Later.preload();
  render(page(<Later />));
  await userEvent.type(screen.getByLabelText('Beside'), 'kept');
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert').textContent).toContain('Could not load this part. Check your network.');
  await userEvent.click(again);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Try again' })));
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Here');
  expect(screen.getByLabelText<HTMLInputElement>('Beside').value).toBe('kept');
  expect(load).toHaveBeenCalledTimes(4);
});

it('comes when it is asked for again after its file came by another way', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  let isDown = true;
  const Later = lazyPart(async () => {
    if (isDown) throw new TypeError('Failed to fetch');
    return { default: () => <p>Here</p> };
  });
  render(page(<Later />));
  const again = await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  await Later.preload();
  await userEvent.click(again);
  expect(await screen.findByText('Here')).toBeTruthy();
});

it('is asked for again by whoever comes back to it', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  let isDown = true;
  const Later = lazyPart(async () => {
    if (isDown) throw new TypeError('Failed to fetch');
    return { default: () => <p>Here</p> };
  });
  const { rerender } = render(page(<Later />));
  await screen.findByRole('button', { name: 'Try again' });
  rerender(page(null));
  isDown = false;
  rerender(page(<Later />));
  expect(await screen.findByText('Here')).toBeTruthy();
});

it('what opens above the page can be given up', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const Later = lazyPart<{ onClose: () => void }>(
    () => Promise.reject(new TypeError('Failed to fetch')),
    ({ onClose }) => onClose,
  );
  const onClose = vi.fn<() => void>();
  render(page(<Later onClose={onClose} />));
  // The pages of tests do not open it.
  const notice = (await screen.findByRole('alert', { hidden: true })).parentElement;
  fireEvent(notice ?? document.body, Object.assign(new Event('toggle'), { newState: 'closed' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('leaves a bug of what was loaded to whoever is above', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const Later = lazyPart(async () => ({
    default: () => {
      throw new Error('a bug');
    },
  }));
  render(page(<Later />));
  expect(await screen.findByText('Above: a bug')).toBeTruthy();
});

it('stays the same component when its file arrives in another place', async () => {
  const arrival = Promise.withResolvers<void>();
  const Later = lazyPart(async () => {
    await arrival.promise;
    return {
      default: function Counter() {
        const [count, setCount] = useState(0);
        return <button onClick={() => setCount(count + 1)}>Count {count}</button>;
      },
    };
  });
  const { rerender } = render(page(<Later />));
  arrival.resolve();
  await userEvent.click(await screen.findByRole('button', { name: 'Count 0' }));
  rerender(page(<Later />));
  expect(screen.getByRole('button', { name: 'Count 1' })).toBeTruthy();
});

it('what may be missing is loaded once the browser is online again', async () => {
  let isDown = true;
  const load = async () => {
    if (isDown) throw new TypeError('Failed to fetch');
    return { default: () => <p>Here</p> };
  };
  function Holder() {
    const Part = useLoaded(load, true);
    return Part ? createElement(Part) : <p>Missing</p>;
  }
  render(<Holder />);
  await act(async () => undefined);
  isDown = false;
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('Here')).toBeTruthy();
});
