import { expect, test } from 'vitest';
import { formatDuration, parseDuration } from './durations.ts';

test.each([
  ['3h30m', 12_600],
  ['1w 2d', (40 + 16) * 3_600],
  ['1mo', 160 * 3_600],
  ['2 months', 320 * 3_600],
  ['45 minutes', 2_700],
  ['1.5h', 5_400],
  ['2', 7_200],
  ['-1h', -3_600],
  ['- 30m', -1_800],
  ['', null],
  ['soon', null],
  ['3x', null],
  ['1h later', null],
  ['999999mo', null],
])('%j is %s seconds', (text, expected) => {
  expect(parseDuration(text)).toBe(expected);
});

test('what is written is read again', () => {
  for (const seconds of [1, 59, 3_600, 28_800, 144_000, 576_000, 123_456]) {
    expect(parseDuration(formatDuration(seconds) ?? '')).toBe(seconds);
  }
  expect(formatDuration(0)).toBeNull();
  expect(formatDuration(-5_400)).toBe('-1h 30m');
});
