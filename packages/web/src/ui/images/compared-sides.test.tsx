import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ComparedSides } from './compared-sides.tsx';
import type { ImageSide } from './image-side.ts';

const side = (key: ImageSide['key'], label: string): ImageSide => ({
  key,
  label,
  src: `/raw/${key}.png`,
  sizeBytes: null,
  pixels: { width: 4, height: 2 },
});
const before = side('before', 'Before');
const after = side('after', 'After');

test('two images are compared in three ways, one is only shown', () => {
  const { rerender } = render(<ComparedSides path="logo.png" sides={[before, after]} />);
  const ways = () =>
    screen.getAllByRole('button').map((way) => [way.textContent, way.getAttribute('aria-pressed') === 'true']);
  expect(ways()).toEqual([
    ['2-up', true],
    ['Swipe', false],
    ['Onion skin', false],
  ]);
  expect(screen.queryByRole('slider')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Swipe' }));
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('50% before');
  fireEvent.click(screen.getByRole('button', { name: 'Onion skin' }));
  expect(screen.getByRole('slider', { name: 'Opacity of the after image' })).toBeTruthy();
  expect(screen.getAllByRole('img').map((picture) => picture.getAttribute('alt'))).toEqual([
    'logo.png before',
    'logo.png after',
  ]);
  rerender(<ComparedSides path="logo.png" sides={[after]} />);
  expect([screen.queryByRole('button'), screen.getByRole('img').getAttribute('src')]).toEqual([null, '/raw/after.png']);
});
