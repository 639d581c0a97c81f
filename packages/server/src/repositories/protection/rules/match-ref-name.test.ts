import { cpuMsOf } from '@tributary/contract/testing/cpu-time.ts';
import { expect, test } from 'vitest';
import { matchRefName } from './match-ref-name.ts';

test.each([
  ['main', 'main', true],
  ['main', 'mainline', false],
  ['release/*', 'release/1.0', true],
  ['release/*', 'release/1/2', true],
  ['release/*', 'release', false],
  ['*-stable', 'v1-stable', true],
  ['*-stable', 'v1-stable-2', false],
  ['*', 'anything/at/all', true],
  ['a*b*c', 'aXbYbZc', true],
  ['a*b*c', 'ac', false],
  ['', '', true],
  ['', 'x', false],
  ['[x]', 'x', false],
])('%s fits %s: %s', (pattern, name, expected) => {
  expect(matchRefName(pattern, name)).toBe(expected);
});

test('a hostile pattern takes no time', async () => {
  const hostile = () => matchRefName(`${'*a'.repeat(120)}b`, 'a'.repeat(240));
  expect(hostile()).toBe(false);
  expect(await cpuMsOf(hostile, 3)).toBeLessThan(50);
});
