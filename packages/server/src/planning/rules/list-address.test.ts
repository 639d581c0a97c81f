import { describe, expect, test } from 'vitest';
import { readListAddress } from './list-address.ts';

const known = { states: ['opened', 'closed'], params: ['author_username', 'label_name[]'] } as const;
const read = (text: string) =>
  readListAddress(new URLSearchParams(text), { states: [...known.states], params: known.params });

describe('the address of a list', () => {
  test('without anything shows what is open, from the start', () => {
    expect(read('')).toEqual({ state: 'opened', search: '', page: 1, tokens: [] });
  });

  test('names filters several times, negated, and as one or a list', () => {
    expect(read('label_name[]=bug&not[label_name][]=ux&label_name=api&not[author_username]=ann').tokens).toEqual([
      { param: 'label_name[]', value: 'bug', isNegated: false },
      { param: 'label_name[]', value: 'ux', isNegated: true },
      { param: 'label_name[]', value: 'api', isNegated: false },
      { param: 'author_username', value: 'ann', isNegated: true },
    ]);
  });

  test.each([
    ['state=merged', { state: 'opened' }],
    ['state=closed', { state: 'closed' }],
    ['page=0', { page: 1 }],
    ['page=2.9', { page: 2 }],
    ['page=NaN', { page: 1 }],
    ['page=1e9', { page: 10_000 }],
    [`search=${'x'.repeat(600)}`, { search: 'x'.repeat(500) }],
    ['colour=red&label_name[]=', { tokens: [] }],
    [`label_name[]=${'x'.repeat(501)}`, { tokens: [] }],
  ])('%s is read as far as it makes sense', (text, part) => {
    expect(read(text)).toMatchObject(part);
  });

  test('has a bounded number of filters', () => {
    expect(read('label_name[]=x&'.repeat(60)).tokens).toHaveLength(40);
  });
});
