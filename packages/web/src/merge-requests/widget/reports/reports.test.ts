import type { QualityComparison, QualityError } from '@tributary/contract/merge-requests/reports.ts';
import { expect, test } from 'vitest';
import { codeQuality } from './code-quality.ts';
import { browserPerformance, changeOf, loadPerformance, percentageChange } from './performance.ts';
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
  const { group, summary } = browserPerformance.view({ metrics: [metric], degradation_threshold: null });
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

test.each([
  [null, 'warning', 'Browser performance test metrics results: 2 degraded'],
  [4, 'warning', 'Browser performance test metrics results: 2 degraded'],
  [5, 'success', 'Browser performance test metrics results: 2 same'],
])('with the threshold %s a total score that fell by 4 is a %s', (threshold, group, summary) => {
  const metrics = [
    { subject: '/', name: 'Total Score', value: 88, previous_value: 92, desired_size: 'larger' as const },
    { subject: '/', name: 'Requests', value: 9, previous_value: 8, desired_size: 'smaller' as const },
  ];
  expect(browserPerformance.view({ metrics, degradation_threshold: threshold })).toMatchObject({ group, summary });
});

test('load performance has two decimals', () => {
  const metrics = [{ subject: 'k6', name: 'RPS', value: 9.5, previous_value: null, desired_size: 'larger' as const }];
  expect(loadPerformance.view({ metrics, degradation_threshold: null }).items[0]?.text).toBe('RPS: 9.50');
});
