import { expect, test } from 'vitest';
import { bySpecificity, partsOf, pathMatcher, splitAddress } from './match-address.ts';

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
  ['a%2Fb/:name', 'a%2Fb/c%2Fd', { name: 'c/d' }],
])('matches %s against %s', (pattern, rest, expected) => {
  expect(pathMatcher(pattern)(partsOf(rest))).toEqual(expected);
});

test('the literal pattern is tried before the named one', () => {
  const order = ['merge_requests/:iid', 'merge_requests/new', '*rest', 'merge_requests/:iid.json'].toSorted(
    bySpecificity,
  );
  expect(order).toEqual(['merge_requests/new', 'merge_requests/:iid.json', 'merge_requests/:iid', '*rest']);
});
