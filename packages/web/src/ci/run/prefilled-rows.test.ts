import { expect, test } from 'vitest';
import { prefilledRows } from './prefilled-rows.ts';

const described = [
  { key: 'REGION', value: 'eu', description: 'Where to', options: ['eu', 'us'] },
  { key: 'NOTE', value: '', description: 'Why', options: null },
];

test('an address fills in variables, those of the configuration and others', () => {
  const query = new URLSearchParams(
    'ref=main&var[REGION]=us&var[NOTE]=now&file_var[KEY]=a%0Ab&var[not a key]=x&other=1',
  );
  expect(prefilledRows(described, query)).toEqual([
    { ...described[0], value: 'us', type: 'env_var' },
    { ...described[1], value: 'now', type: 'env_var' },
    { key: 'KEY', value: 'a\nb', type: 'file', description: null, options: null },
  ]);
});

test('a choice stays one of its options', () => {
  expect(prefilledRows(described, new URLSearchParams('var[REGION]=moon'))[0]).toMatchObject({ value: 'eu' });
});
