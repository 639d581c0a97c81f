import { describe, expect, it } from 'vitest';
import { dayAfter, formatDay } from './calendar-day.ts';

describe('formatDay', () => {
  const now = new Date(2026, 5, 1);

  it('leaves out the year of today', () => {
    expect(formatDay('2026-03-01', now)).toBe('Mar 1');
  });

  it('names another year', () => {
    expect(formatDay('2027-12-31', now)).toBe('Dec 31, 2027');
  });

  it('shows what is no day as it is', () => {
    expect(formatDay('soon', now)).toBe('soon');
  });
});

describe('dayAfter', () => {
  it('goes over the end of a month and a year', () => {
    expect(dayAfter(new Date(2026, 11, 31, 23, 59))).toBe('2027-01-01');
    expect(dayAfter(new Date(2028, 1, 28))).toBe('2028-02-29');
  });
});
