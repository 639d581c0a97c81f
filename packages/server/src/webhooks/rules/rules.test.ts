import { cpuMsOf } from '@tributary/contract/testing/cpu-time.ts';
import { expect, test } from 'vitest';
import { branchFilterProblem, passesBranchFilter } from './branch-filter.ts';
import { headerNameProblem, headerValueProblem } from './custom-headers.ts';
import { afterFailures, retryDelayMs } from './failure-policy.ts';
import { fillUrl, maskedUrlProblem, urlVariableProblem } from './url-variables.ts';

test.each([
  ['wildcard', 'main', 'main', true],
  ['wildcard', 'main', 'main2', false],
  ['wildcard', 'release/*', 'release/1.0', true],
  ['wildcard', 'a.c', 'abc', false],
  ['wildcard', '', 'anything', true],
  ['regex', '^(feat|fix)/', 'fix/x', true],
  ['regex', '^(feat|fix)/', 'main', false],
  ['all_branches', 'never', 'main', true],
] as const)('%s %j lets %s pass: %s', (strategy, pattern, branch, expected) => {
  expect(passesBranchFilter({ strategy, pattern }, branch)).toBe(expected);
});

test.each([
  ['https://e.org/{a}?t={b-1}#{c}', 'https://e.org/1?t=2#{c}', true],
  ['https://{a}/x', 'https://{a}/x', false],
  ['https://user:{a}@e.org/{a}', 'https://user:{a}@e.org/{a}', false],
  ['https:\\\\{a}/x', 'https:\\\\{a}/x', false],
  ['ht\ttps://{a}/x', 'ht\ttps://{a}/x', false],
  ['https://e.org\\{a}', 'https://e.org\\{a}', false],
  ['nothing to fill', 'nothing to fill', true],
])('%s is sent to %s', (url, sent, isAllowed) => {
  expect(fillUrl(url, { a: '1', 'b-1': '2' })).toBe(sent);
  expect(maskedUrlProblem(url) === null).toBe(isAllowed);
});

test.each([
  ['token', 'abc', true],
  ['a.b-c_1', undefined, true],
  ['1a', 'x', false],
  ['a', 'b c', false],
  ['a', 'b\n', false],
  ['a', '', false],
])('the part %s = %j of an address', (name, value, isAllowed) => {
  expect(urlVariableProblem(name, value) === null).toBe(isAllowed);
});

test('a costly pattern costs nothing, and a broken one is refused', async () => {
  const costly = () => passesBranchFilter({ strategy: 'regex', pattern: '^(a+)+$' }, `${'a'.repeat(5_000)}!`);
  expect(costly()).toBe(false);
  expect(await cpuMsOf(costly)).toBeLessThan(1_000);
  expect(branchFilterProblem({ strategy: 'regex', pattern: '(' })).not.toBeNull();
  expect(branchFilterProblem({ strategy: 'wildcard', pattern: 'x'.repeat(2_000) })).not.toBeNull();
});

test.each(['a\r\nX-Evil: 1', 'a\nb', 'a\u0000b', 'snow ☃'])('header value %j is refused', (value) => {
  expect(headerValueProblem(value)).not.toBeNull();
});

test.each(['', 'a b', 'a:b', 'x\r\ny', 'Host', 'X-Gitlab-Token', 'Content-Length', 'Transfer-Encoding'])(
  'header name %j is refused',
  (name) => {
    expect(headerNameProblem(name)).not.toBeNull();
  },
);

test('failures pause a hook longer and longer, then switch it off', () => {
  expect([1, 3].map((count) => afterFailures(count).kind)).toEqual(['go_on', 'go_on']);
  expect(afterFailures(4)).toEqual({ kind: 'pause', pauseMs: 60_000 });
  expect(afterFailures(39)).toEqual({ kind: 'pause', pauseMs: 86_400_000 });
  expect(afterFailures(40)).toEqual({ kind: 'disable' });
  expect([1, 2, 3, 4].map(retryDelayMs)).toEqual([60_000, 300_000, 1_500_000, 7_500_000]);
});
