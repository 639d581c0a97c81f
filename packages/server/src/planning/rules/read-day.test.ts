import { expect, test } from 'vitest';
import { parseDayText } from './read-day.ts';

// A Wednesday.
const TODAY = '2026-03-11';

test.each([
  ['2026-03-01', '2026-03-01'],
  ['2027/1/5', '2027-01-05'],
  ['<2026-12-31>', '2026-12-31'],
  ['today', '2026-03-11'],
  ['Tomorrow', '2026-03-12'],
  ['friday', '2026-03-13'],
  ['this Friday', '2026-03-13'],
  ['on fri', '2026-03-13'],
  ['next tues', '2026-03-17'],
  ['wednesday', '2026-03-18'],
  ['next week', '2026-03-18'],
  ['next month', '2026-04-11'],
  ['next year', '2027-03-11'],
  ['in 2 days', '2026-03-13'],
  ['in  2 weeks', '2026-03-25'],
  ['3 weeks from now', '2026-04-01'],
  ['in a month', '2026-04-11'],
  ['in two weeks', '2026-03-25'],
  ['December 31st', '2026-12-31'],
  ['Dec 31', '2026-12-31'],
  ['31 december', '2026-12-31'],
  ['the 1st of May', '2026-05-01'],
  ['Mar 1', '2027-03-01'],
  ['march 11', '2026-03-11'],
  ['Sept 2, 2028', '2028-09-02'],
  ['Feb 29', '2028-02-29'],
])('%s', (words, day) => {
  expect(parseDayText(words, TODAY)).toBe(day);
});

test('a month later is never in the month after', () => {
  expect(parseDayText('in 1 month', '2026-01-31')).toBe('2026-02-28');
  expect(parseDayText('next month', '2026-12-31')).toBe('2027-01-31');
});

test.each(['', 'soon', '2026-02-30', 'Feb 30', 'Feb 29 2027', 'th', 'in x weeks', 'Smarch 3', '13-2026-01', 'in days'])(
  'no day: %s',
  (words) => {
    expect(parseDayText(words, TODAY)).toBeUndefined();
  },
);
