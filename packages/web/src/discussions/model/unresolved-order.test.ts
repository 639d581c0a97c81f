import { describe, expect, it } from 'vitest';
import { nextUnresolved, unresolvedOf } from './unresolved-order.ts';

function thread(id: string, flags: { resolvable?: boolean; resolved?: boolean; individual_note?: boolean } = {}) {
  return { id, resolvable: true, resolved: false, individual_note: false, ...flags };
}

const all = [
  thread('a'),
  thread('comment', { resolvable: false, individual_note: true }),
  thread('b'),
  thread('done', { resolved: true }),
  thread('c'),
];

describe('unresolvedOf', () => {
  it('counts threads, not comments or what is settled', () => {
    expect(unresolvedOf(all).map((each) => each.id)).toEqual(['a', 'b', 'c']);
  });
});

describe('nextUnresolved', () => {
  it.each([
    [null, 1, 'a'],
    [null, -1, 'c'],
    ['a', 1, 'b'],
    ['b', -1, 'a'],
    ['c', 1, 'a'],
    ['a', -1, 'c'],
    ['done', 1, 'c'],
    ['done', -1, 'b'],
    ['gone', 1, 'a'],
  ] as const)('from %s by %i is %s', (from, step, expected) => {
    expect(nextUnresolved(all, from, step)?.id).toBe(expected);
  });
  it('is nothing when all is settled', () => {
    expect(nextUnresolved([thread('x', { resolved: true })], null, 1)).toBeUndefined();
  });
});
