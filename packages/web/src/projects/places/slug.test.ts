import { expect, test } from 'vitest';
import { slugOf } from './slug.ts';

test.each([
  ['My Project', 'my-project'],
  ['  Éclair & Co. ', 'eclair-co'],
  ['--x--', 'x'],
  ['日本', ''],
  ['v1.2_final', 'v1.2_final'],
])('%j becomes %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});
