import { expect, test } from 'vitest';
import { submoduleCompareUrl } from './submodule-compare.ts';

const shas = { old: 'a'.repeat(40), new: 'b'.repeat(40) };
const range = `${shas.old}...${shas.new}`;

test.each([
  ['/group/lib', `/group/lib/-/compare/${range}`],
  ['https://github.com/o/lib', `https://github.com/o/lib/compare/${range}`],
  ['https://gitlab.com/o/lib/', `https://gitlab.com/o/lib/-/compare/${range}`],
  ['https://code.example/o/lib', `https://code.example/o/lib/-/compare/${range}`],
  ['https://elsewhere.test/o/lib', null],
  ['nonsense', null],
])('%s', (href, expected) => {
  expect(submoduleCompareUrl(href, shas, 'https://code.example')).toBe(expected);
});

test('a submodule that is new or gone has nothing to compare with', () => {
  expect(submoduleCompareUrl('/group/lib', { ...shas, old: '0'.repeat(40) }, 'https://code.example')).toBeNull();
});
