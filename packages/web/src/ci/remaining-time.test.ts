import { expect, test } from 'vitest';
import { remainingText } from './remaining-time.tsx';

test.each([
  ['2026-03-01T13:02:05.400Z', '01:02:06'],
  ['2026-03-03T12:00:00Z', '48:00:00'],
  ['2026-03-01T11:00:00Z', '00:00:00'],
])('until %s remain %s', (until, text) => {
  expect(remainingText(until, Date.parse('2026-03-01T12:00:00Z'))).toBe(text);
});
