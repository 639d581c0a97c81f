import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MiddleCut } from './middle-cut.tsx';
import { PathText } from './path-text.tsx';

test('a plain path breaks after its slashes', () => {
  const { container } = render(<PathText path="src/a file.ts" />);
  expect(container.innerHTML).toContain('src/<wbr>a file.ts');
});

test('what cannot be seen in a path, or misleads, is marked', async () => {
  const { container, findByTitle } = render(<PathText path={'src/\u202etxt.exe'} />);
  expect((await findByTitle('Character U+202E')).textContent).toBe('U+202E');
  expect(container.textContent).toBe('src/U+202Etxt.exe');
});

test.each([
  ['caf\ufffd.txt', 'caf\ufffd.txt'],
  ['ends ', 'ends␣'],
  ['draws\u3164nothing', 'drawsU+3164nothing'],
  ['a 👩‍👩‍👧.ts', 'a 👩‍👩‍👧.ts'],
])('%j is shown as %s', async (name, words) => {
  const { container } = render(<MiddleCut text={name} />);
  await expect.poll(() => container.textContent).toBe(words);
});

test('a long name keeps its end, for it tells alike names apart', () => {
  const { container } = render(<MiddleCut text="a-component-with-a-long-name-017.test.ts" />);
  expect(container.querySelector('.shrink-0')?.textContent).toBe('me-017.test.ts');
  expect(render(<MiddleCut text="Definitions.ts" />).container.querySelector('.shrink-0')).toBeNull();
});

test('a name in any script is cut in its middle', async () => {
  const name = 'größte-名前-in-einem-sehr-langen-Pfad.ts';
  const { container } = render(<MiddleCut text={name} />);
  await expect.poll(() => container.querySelectorAll('.shrink-0').length).toBe(1);
});

test('a path key is shown as what it names', async () => {
  const { container } = render(<PathText path="//names/caf%E9.txt" />);
  await expect.poll(() => container.textContent).toBe('names/caf\ufffd.txt');
});
