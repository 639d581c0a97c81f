import { describe, expect, it } from 'vitest';
import { dayAfter, formatDay, formatDayRange } from './calendar-day.ts';

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

describe('formatDayRange', () => {
  const now = new Date(2026, 5, 1);

  it('leaves the year out where it says nothing', () => {
    expect(formatDayRange('2026-03-01', '2026-04-02', now)).toBe('Mar 1 – Apr 2');
  });

  it('names both years where they differ', () => {
    expect(formatDayRange('2025-12-01', '2026-01-31', now)).toBe('Dec 1, 2025 – Jan 31, 2026');
  });
});

describe('dayAfter', () => {
  it('goes over the end of a month and a year', () => {
    expect(dayAfter(new Date(2026, 11, 31, 23, 59))).toBe('2027-01-01');
    expect(dayAfter(new Date(2028, 1, 28))).toBe('2028-02-29');
  });
});
