import { expect, test } from 'vitest';
import { instanceRedirect, legacyAddresses } from './legacy-address.ts';
import { partsOf, pathMatcher, shortAddress, sortBySpecificity, splitAddress } from './match-address.ts';

const roots = new Set(['users', 'admin', 'projects']);

test.each([
  ['/', { place: 'instance', fullPath: '', rest: '' }],
  ['/-/gallery', { place: 'instance', fullPath: '', rest: '-/gallery' }],
  ['/users/sign_in', { place: 'instance', fullPath: '', rest: 'users/sign_in' }],
  ['/a/b', { place: 'namespace', fullPath: 'a/b', rest: '' }],
  ['/a/b/-/tree/main/x%20y', { place: 'project', fullPath: 'a/b', rest: 'tree/main/x%20y' }],
  ['/a/b/-/tree/-/-/x', { place: 'project', fullPath: 'a/b', rest: 'tree/-/-/x' }],
  ['/groups/a/b/-/edit', { place: 'group', fullPath: 'a/b', rest: 'edit' }],
])('splits %s', (path, expected) => {
  expect(splitAddress(path, roots)).toEqual(expected);
});

test.each([
  ['merge_requests/:iid', 'merge_requests/12', { iid: '12' }],
  ['merge_requests/:iid.diff', 'merge_requests/12.diff', { iid: '12' }],
  ['merge_requests/:iid', 'merge_requests/12/diffs', undefined],
  ['tree/*ref', 'tree/main/a%2Fb/c', { ref: 'main/a/b/c' }],
  ['tree/*ref', 'blob/main', undefined],
  ['', '', {}],
  ['branches', 'branches/x', undefined],
  ['branches', '', undefined],
  ['tree/*ref', 'tree', { ref: '' }],
  ['tree/*ref', '', undefined],
  ['merge_requests/:iid.diff', 'merge_requests/.diff', undefined],
  ['merge_requests/:iid/x', 'merge_requests//x', undefined],
  ['blob/:sha/*path/diff', 'blob/a/b%20c/d/diff', { sha: 'a', path: 'b c/d' }],
  ['blob/:sha/*path/diff', 'blob/a/diff', undefined],
  ['blob/:sha/*path/diff', 'blob/a/b/raw', undefined],
  ['a%2Fb/:name', 'a%2Fb/c%2Fd', { name: 'c/d' }],
])('matches %s against %s', (pattern, rest, expected) => {
  expect(pathMatcher(pattern)(partsOf(rest))).toEqual(expected);
});

test.each([
  ['POST', '/a/b/notes', 'a/b', 'notes'],
  ['GET', '/a/b/notes', undefined, undefined],
  ['PUT', '/a/b/c/notes/7', 'a/b/c', 'notes/7'],
  ['GET', '/a/b/notes/7', undefined, undefined],
  ['POST', '/a/b/notes/7/resolve', 'a/b', 'notes/7/resolve'],
  ['GET', '/a/b/noteable/issue/7/notes', 'a/b', 'noteable/issue/7/notes'],
  ['GET', '/notes', undefined, undefined],
  ['POST', '/notes', undefined, undefined],
])('%s %s without the dash is asked of its project', (method, path, fullPath, rest) => {
  const found = shortAddress(method, path);
  expect([found?.fullPath, found?.rest]).toEqual([fullPath, rest]);
});

test('the literal pattern is tried before the named one', () => {
  const order = sortBySpecificity(
    ['merge_requests/:iid', 'merge_requests/new', '*rest', 'merge_requests/:iid.json', 'a/*rest', 'a/*rest/edit'],
    (pattern) => pattern,
  );
  expect(order).toEqual([
    'merge_requests/new',
    'merge_requests/:iid.json',
    'merge_requests/:iid',
    'a/*rest/edit',
    'a/*rest',
    '*rest',
  ]);
});

test.each([
  ['/a/b/issues/1', ['a/b → /a/b/-/issues/1']],
  ['/a/b/tree/main/x%20y', ['a/b → /a/b/-/tree/main/x%20y']],
  ['/a/issues/issues', ['a/issues → /a/issues/-/issues']],
  ['/a/b/issues/issues/1', ['a/b → /a/b/-/issues/issues/1', 'a/b/issues → /a/b/issues/-/issues/1']],
  ['/a/b/issues.atom', ['a/b → /a/b/-/issues.atom']],
  ['/a/b.git', ['a/b → /a/b']],
  ['/a/issues', []],
  ['/a/b/c', []],
  ['/groups/a/b/merge_requests', ['a/b → /groups/a/b/-/merge_requests']],
  ['/groups/issues', []],
])('%s without the dash may mean', (path, expected) => {
  expect(legacyAddresses(path).map(({ fullPath, to }) => `${fullPath} → ${to}`)).toEqual(expected);
});

test.each([
  ['/-/user_settings/personal_access_tokens', '/-/profile/personal_access_tokens'],
  ['/-/user_settings/ssh_keys/', '/-/profile/keys'],
  ['/-/profile/keys', undefined],
  ['/toString', undefined],
])('the page %s of the instance is today %s', (path, expected) => {
  expect(instanceRedirect(path)).toBe(expected);
});
