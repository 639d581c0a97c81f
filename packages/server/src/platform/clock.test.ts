import { expect, test } from 'vitest';
import { dayOf } from './clock.ts';

test('a day ends at midnight in UTC, whatever was asked before', () => {
  const days = ['2026-11-22T23:59:59.999Z', '2026-11-23T00:00:00Z', '2026-11-22T00:00:00Z', '1969-12-31T23:59:59Z'];
  for (const day of [...days, ...days.toReversed()]) expect(dayOf(new Date(day))).toBe(day.slice(0, 10));
  expect(() => dayOf(new Date(Number.NaN))).toThrow('Invalid time value');
});
