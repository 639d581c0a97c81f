import { expect, test } from 'vitest';
import { rankMatches, rankOf } from './rank-matches.ts';

test.each([
  ['bug', 'bug', 0],
  ['Bugfix', 'bug', 1],
  ['a bug', 'bug', 2],
  ['debug', 'bug', 3],
  ['debug a bug', 'bug', 2],
  ['type::bug', 'bug', 2],
  ['feature', 'bug', null],
  ['anything', '', 0],
])('%s for %s', (text, query, rank) => {
  expect(rankOf(text, query)).toBe(rank);
});

test('the best come first, equals keep their order, and no more than asked for', () => {
  const names = ['debug', 'a bug', 'bugs', 'other', 'bugfix', 'bug'];
  expect(rankMatches(names, 'bug', (name) => [name], 10)).toEqual(['bug', 'bugs', 'bugfix', 'a bug', 'debug']);
  expect(rankMatches(names, 'bug', (name) => [name], 2)).toEqual(['bug', 'bugs']);
});
