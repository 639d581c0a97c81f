import { expect, test } from 'vitest';
import { COMPARE_TOOLS } from './compare-tools.ts';

const report = (value: unknown, type = 'any') => [{ jobName: 'scan', jobPath: '/p/-/jobs/1', type, value }];

test('accessibility: errors are told apart by page, rule and element', () => {
  const error = (code: string, selector = 'html') => ({ code, message: `${code}!`, selector, type: 'error' });
  const found = COMPARE_TOOLS.accessibility(
    report({ total: 2, results: { 'https://a.example': [error('alt'), error('title')] } }),
    report({ total: 2, results: { 'https://a.example': [error('title'), error('lang')] } }),
  );
  expect(found).toEqual({
    status: 'failed',
    summary: { total: 2, resolved: 1, errored: 1 },
    new_errors: [{ code: 'alt', message: 'alt!', url: 'https://a.example' }],
    existing_errors: [{ code: 'title', message: 'title!', url: 'https://a.example' }],
    resolved_errors: [{ code: 'lang', message: 'lang!', url: 'https://a.example' }],
  });
});

test('performance: values beside those of the target branch', () => {
  const pages = (value: number | string) =>
    report([{ subject: '/', metrics: [{ name: 'Total Score', value, desiredSize: 'larger' }] }]);
  expect(COMPARE_TOOLS.browser_performance(pages('88'), pages(92)).metrics).toEqual([
    { subject: '/', name: 'Total Score', value: 88, previous_value: 92, desired_size: 'larger' },
  ]);
  const limited = pages(88).map((each) => ({ ...each, variables: { DEGRADATION_THRESHOLD: '5' } }));
  expect(COMPARE_TOOLS.browser_performance(limited, pages(92)).degradation_threshold).toBe(5);
  expect(COMPARE_TOOLS.browser_performance(pages(88), limited).degradation_threshold).toBeNull();
  const load = {
    http_reqs: { rate: 9.5 },
    http_req_waiting: { 'p(90)': 20, 'p(95)': 30 },
    checks: { passes: 3, fails: 1 },
  };
  expect(
    COMPARE_TOOLS.load_performance(report({ metrics: load }), []).metrics.map(({ name, value }) => [name, value]),
  ).toEqual([
    ['RPS', 9.5],
    ['TTFB P90', 20],
    ['TTFB P95', 30],
    ['Checks', 75],
  ]);
});

test('metrics: new, changed and removed ones', () => {
  const metric = (name: string, value: string) => ({ name, value });
  expect(
    COMPARE_TOOLS.metrics(report([metric('a', '2'), metric('b', '1')]), report([metric('a', '1'), metric('c', '1')])),
  ).toEqual({
    new_metrics: [{ name: 'b', value: '1', previous_value: null }],
    existing_metrics: [{ name: 'a', value: '2', previous_value: '1' }],
    removed_metrics: [{ name: 'c', value: '1', previous_value: null }],
  });
});

test('terraform: what cannot be read says so', () => {
  const plans = [...report({ create: 1, update: 0, delete: 2 }), ...report({ create: 'x' })];
  expect(COMPARE_TOOLS.terraform(plans).plans).toEqual([
    { job_name: 'scan', job_path: '/p/-/jobs/1', create: 1, update: 0, delete: 2 },
    { job_name: 'scan', job_path: '/p/-/jobs/1', tf_report_error: 'invalid_json_format' },
  ]);
});

test('licenses: only addresses of the web are links', () => {
  const file = (...ids: string[]) =>
    report({
      licenses: ids.map((id) => ({ id, name: id, url: id === 'MIT' ? 'https://mit.example' : 'javascript:alert(1)' })),
      dependencies: [{ name: 'left-pad', licenses: ['MIT'] }],
    });
  expect(COMPARE_TOOLS.license(file('MIT', 'Other'), file('Other'))).toEqual({
    new_licenses: [{ name: 'MIT', url: 'https://mit.example', dependencies: [{ name: 'left-pad' }] }],
    existing_licenses: [{ name: 'Other', url: null, dependencies: [] }],
    removed_licenses: [],
  });
});

test('security: the worst first, and a finding that moved to another line is the same', () => {
  const finding = (name: string, severity: string, line: number) => ({
    name,
    severity,
    location: { file: 'a.ts', start_line: line },
    identifiers: [{ type: 'cwe', value: name }],
  });
  const found = COMPARE_TOOLS.security(
    report(
      { vulnerabilities: [finding('old', 'High', 9), finding('new', 'Low', 1), finding('worse', 'Critical', 2)] },
      'sast',
    ),
    report({ vulnerabilities: [finding('old', 'High', 4), finding('gone', 'Odd', 5)] }, 'sast'),
  );
  expect(found).toEqual({
    report_types: ['sast'],
    added: [
      { report_type: 'sast', name: 'worse', severity: 'critical', file: 'a.ts', line: 2 },
      { report_type: 'sast', name: 'new', severity: 'low', file: 'a.ts', line: 1 },
    ],
    fixed: [{ report_type: 'sast', name: 'gone', severity: 'unknown', file: 'a.ts', line: 5 }],
  });
});
