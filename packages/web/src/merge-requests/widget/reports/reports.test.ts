import type { QualityComparison, QualityError } from '@tributary/contract/merge-requests/reports.ts';
import { expect, test } from 'vitest';
import { codeQuality } from './code-quality.ts';
import { browserPerformance, changeOf, percentageChange } from './performance.ts';
import { suiteText } from './test-report.tsx';

test.each([
  [{ total: 4, failed: 0, errored: 0, resolved: 0 }, 'unit: no changed test results, 4 total tests'],
  [{ total: 4, failed: 2, errored: 0, resolved: 0 }, 'unit: 2 failed, 4 total tests'],
  [{ total: 9, failed: 2, errored: 1, resolved: 3 }, 'unit: 2 failed, 1 error and 3 fixed test results, 9 total tests'],
])('tests in one sentence: %o', (summary, text) => expect(suiteText('unit', summary)).toBe(text));

const error = (fingerprint: string, severity: QualityError['severity']): QualityError => ({
  fingerprint,
  severity,
  description: fingerprint,
  file_path: 'a.ts',
  line: 3,
  web_url: 'https://a.example/a.ts#L3',
  engine_name: null,
});

function compared(added: QualityError[], fixed: QualityError[]): QualityComparison {
  const summary = { total: added.length, resolved: fixed.length, errored: added.length };
  const status = added.length > 0 ? 'failed' : 'success';
  return { status, new_errors: added, resolved_errors: fixed, existing_errors: [], summary };
}

test('code quality names what is new and what is fixed, the worst first', () => {
  const view = codeQuality.view(compared([error('a', 'info'), error('b', 'blocker')], [error('c', 'major')]));
  expect([view.group, view.summary]).toEqual(['warning', 'Code Quality scans found 2 findings and 1 fixed finding.']);
  expect(view.items.map(({ text, badge }) => [text, badge])).toEqual([
    ['Blocker - b', undefined],
    ['Info - a', undefined],
    ['Major - c', 'Fixed'],
  ]);
  expect(codeQuality.view(compared([], [])).summary).toBe("Code Quality hasn't changed.");
  expect(codeQuality.view(compared([], [error('c', 'major')])).summary).toBe(
    'Code Quality improved due to 1 fixed finding.',
  );
});

test.each([
  [80, 90, 'larger', 'degraded'],
  [80, 90, 'smaller', 'improved'],
  [80, 80.001, 'smaller', 'same'],
  [80, null, 'smaller', 'new'],
] as const)('%s after %s, better when %s: %s', (value, previous, desired, change) => {
  const metric = { subject: '/', name: 'Score', value, previous_value: previous, desired_size: desired };
  expect(changeOf(metric)).toBe(change);
  const { group, summary } = browserPerformance.view({ metrics: [metric] });
  expect(group).toBe(change === 'degraded' ? 'warning' : 'success');
  expect(summary).toContain(change === 'new' ? 'no previous results' : `1 ${change}`);
});

test.each([
  [4, 4, '0%'],
  [0, 0, '0%'],
  [3, 4, '+33%'],
  [4, 3, '-25%'],
  [0, 5, '-'],
])('from %d to %d is a change of %s', (before, now, text) => {
  expect(percentageChange(before, now)).toBe(text);
});
