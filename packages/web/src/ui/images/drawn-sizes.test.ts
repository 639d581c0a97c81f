import { expect, test } from 'vitest';
import { groundOf, lineWithin, imageBoxStyle, shares } from './drawn-sizes.ts';
import type { ImageSide, Pixels } from './image-side.ts';

test('images are drawn to one scale', () => {
  const sizes = [
    { width: 100, height: 10 },
    { width: 400, height: 10 },
  ];
  expect(shares(sizes)).toEqual([25, 100]);
  expect([0, 10, 25, 50].map((at) => lineWithin(at, 25))).toEqual([0, 40, 100, 100]);
  expect(lineWithin(30, 100)).toBe(30);
});

test('the place of an image is kept where its size is known', () => {
  const side = (key: ImageSide['key'], pixels: Pixels | null): ImageSide => ({
    key,
    label: key,
    src: `/${key}.png`,
    sizeBytes: null,
    pixels,
  });
  expect(imageBoxStyle({ width: 300, height: 900 }, '60vh')).toEqual({
    width: `min(300px, 60vh * ${1 / 3})`,
    height: 'auto',
    aspectRatio: 'auto 300 / 900',
  });
  expect(imageBoxStyle({ width: 400, height: 200 }, '60vh').width).toBe('min(400px, 60vh * 2)');
  expect(imageBoxStyle(null, '60vh')).toEqual({});
  const before = side('before', { width: 300, height: 900 });
  expect(groundOf([before, side('after', { width: 400, height: 200 })])).toEqual({ width: 400 });
  expect(groundOf([before, side('after', null)])).toEqual({});
});
