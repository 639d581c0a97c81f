import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdKeysUntil, opensField } from './hold-keys.ts';

const pressed: string[] = [];
let end: AbortController;
beforeEach(() => {
  end = new AbortController();
  document.body.innerHTML = '<textarea></textarea>';
  pressed.length = 0;
  document.addEventListener('keydown', ({ key }) => pressed.push(key), { signal: end.signal });
  // jsdom has no editing of its own.
  document.execCommand = (command, _ui, text = '') => {
    const field = document.activeElement as HTMLTextAreaElement;
    field.value = command === 'delete' ? field.value.slice(0, -1) : field.value + (text || '\n');
    return true;
  };
});
afterEach(() => {
  end.abort();
  vi.useRealTimers();
  window.dispatchEvent(new Event('pointerdown'));
});

const press = (...keys: string[]) => {
  for (const key of keys)
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    );
};
const until = async () => {
  await Promise.resolve();
  await Promise.resolve();
};

test('keys wait for what is on its way, come in their order, and wait again for what one of them does', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const field = document.querySelector('textarea')!;
  document.body.addEventListener(
    'keydown',
    ({ key, defaultPrevented }) => {
      if (key === 'Enter' && !defaultPrevented && document.activeElement !== field) holdKeysUntil(second.promise);
    },
    { signal: end.signal },
  );
  holdKeysUntil(first.promise);
  press('J', 'Enter', 'a', 'b', 'Backspace');
  expect(pressed).toEqual([]);
  first.resolve();
  await until();
  expect(pressed).toEqual(['J', 'Enter']);
  field.focus();
  press('c');
  second.resolve();
  await until();
  expect(field.value).toBe('ac');
  press('d');
  expect(pressed.at(-1)).toBe('d');
});

test('a key that is held down is not repeated, and who takes the pointer types elsewhere', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  holdKeysUntil(promise);
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'J', repeat: true, bubbles: true }));
  press('e');
  window.dispatchEvent(new Event('pointerdown'));
  press('x');
  resolve();
  await until();
  expect(pressed).toEqual(['x']);
});

test('a wait without end ends, and one for a field ends when it has the keyboard', async () => {
  vi.useFakeTimers();
  holdKeysUntil(new Promise(() => undefined));
  press('e');
  await vi.advanceTimersByTimeAsync(5_100);
  press('f');
  expect(pressed).toEqual(['f']);
  vi.useRealTimers();
  const field = document.querySelector('textarea')!;
  opensField(() => setTimeout(() => field.focus(), 30))();
  press('g', 'h');
  expect(field.value).toBe('');
  await vi.waitFor(() => expect(field.value).toBe('gh'));
});
