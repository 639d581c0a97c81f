import { expect, test } from 'vitest';
import { fileName, imageProblem } from './chosen-image.ts';

test('a file suggests a name that can be given', () => {
  expect(['Party Blob.png', '--ship_it.GIF', 'ä ö.webp', 'x'.repeat(50)].map((name) => fileName({ name }))).toEqual([
    'party_blob',
    '--ship_it',
    '',
    'x'.repeat(36),
  ]);
});

test('what is no image, or too big, is told before it is sent', () => {
  expect(imageProblem({ type: 'image/png', size: 102_400 })).toBeNull();
  expect(imageProblem({ type: 'image/png', size: 102_401 })).toContain('larger');
  expect(imageProblem({ type: 'image/svg+xml', size: 10 })).toContain('PNG');
});
