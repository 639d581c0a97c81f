import { expect, test } from 'vitest';
import { readIssueReference } from './read-issue-reference.ts';

test.each([
  ['12', 'team/app', 12],
  [' #12 ', 'team/app', 12],
  ['lib#3', 'team/lib', 3],
  ['other/group/lib#3', 'other/group/lib', 3],
  ['https://example.test/team/lib/-/issues/7#note_1', 'team/lib', 7],
])('%j', (text, path, iid) => {
  expect(readIssueReference(text, 'team/app')).toEqual({ path, iid });
});

test.each(['', 'abc', '#', '!12', 'https://example.test/team/lib/-/merge_requests/7'])('%j is none', (text) => {
  expect(readIssueReference(text, 'team/app')).toBeUndefined();
});
