import { expect, test } from 'vitest';
import { summaryOf } from './status-checks-section.tsx';
import { nextCheckPoll } from './use-status-checks.ts';

type Status = 'passed' | 'failed' | 'pending';
const checks = (...statuses: Status[]) =>
  statuses.map((status, index) => ({ id: index, name: `Check ${index}`, external_url: 'https://ci.example', status }));

test.each<[Status[], number | false]>([
  [['passed', 'pending'], 10_000],
  [['passed', 'failed'], false],
  [[], false],
])('%j is asked for again after %s', (statuses, expected) => {
  expect(nextCheckPoll({ checks: checks(...statuses), pollMs: 10_000 })).toBe(expected);
  // The server does not want to be asked.
  expect(nextCheckPoll({ checks: checks(...statuses), pollMs: -1 })).toBe(false);
});

test.each<[Status[], string, string]>([
  [['passed', 'passed'], 'success', 'Status checks all passed'],
  [['passed', 'pending'], 'running', 'Status checks 1 pending'],
  [['failed', 'pending', 'pending'], 'failed', 'Status checks 1 failed, and 2 pending'],
])('%j is %s: %s', (statuses, group, text) => {
  expect(summaryOf(checks(...statuses))).toEqual({ group, text });
});
