import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';
import { Menu, MenuItem, preloadMenus } from './menu.tsx';

beforeAll(() => preloadMenus());

const chosen = vi.fn<() => void>();
const menu = () =>
  render(
    <Menu trigger={<button type="button">More</button>}>
      <MenuItem onSelect={chosen}>First</MenuItem>
      <MenuItem onSelect={chosen}>Second</MenuItem>
    </Menu>,
  );
const trigger = () => screen.getByText('More');

test.each(['ArrowDown', 'Enter'])(
  '%s on a trigger opens a menu that was never used with its first item',
  async (key) => {
    menu();
    trigger().focus();
    fireEvent.keyDown(trigger(), { key });
    // As browsers do with Enter: a press without a pointer.
    if (key === 'Enter') fireEvent.click(trigger(), { detail: 0 });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('First'));
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    await waitFor(() => expect(document.activeElement).toBe(trigger()));
    expect(screen.queryByRole('menu')).toBeNull();
  },
);

test('a trigger keeps its element and the keyboard until it is used', async () => {
  menu();
  const before = trigger();
  before.focus();
  fireEvent.pointerEnter(before);
  await preloadMenus();
  expect(trigger()).toBe(before);
  expect(document.activeElement).toBe(before);
  fireEvent.click(before, { detail: 1 });
  await screen.findByRole('menu');
  fireEvent.click(screen.getByText('Second'));
  expect(chosen).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(document.activeElement).toBe(trigger()));
});

test('a menu whose items come in a file of their own opens with them, and its first item has the keyboard', async () => {
  let arrive = () => {};
  const Items = lazyPart(async () => {
    await new Promise<void>((resolve) => (arrive = resolve));
    return { default: () => <MenuItem onSelect={chosen}>Late</MenuItem> };
  });
  render(
    <Menu trigger={<button type="button">More</button>} later={Items}>
      <Items />
    </Menu>,
  );
  trigger().focus();
  fireEvent.click(trigger(), { detail: 0 });
  expect(screen.queryByRole('menu')).toBeNull();
  arrive();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Late'));
});
