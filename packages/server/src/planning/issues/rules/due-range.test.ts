import { expect, test } from 'vitest';
import { dueRange } from './due-range.ts';

test.each([
  ['today', '2026-01-31', { from: '2026-01-31', to: '2026-01-31' }],
  ['tomorrow', '2026-01-31', { from: '2026-02-01', to: '2026-02-01' }],
  ['week', '2026-01-31', { from: '2026-01-26', to: '2026-02-01' }],
  ['week', '2026-02-01', { from: '2026-01-26', to: '2026-02-01' }],
  ['month', '2024-02-10', { from: '2024-02-01', to: '2024-02-29' }],
  ['next_month_and_previous_two_weeks', '2026-12-05', { from: '2026-11-21', to: '2027-01-31' }],
] as const)('%s, asked on %s', (word, today, expected) => {
  expect(dueRange(word, today)).toEqual(expected);
});

test('words that name no days', () => {
  expect(dueRange('0', '2026-01-01')).toBe('none');
  expect(dueRange('any', '2026-01-01')).toBe('any');
  expect(dueRange('overdue', '2026-01-01')).toBe('overdue');
});
