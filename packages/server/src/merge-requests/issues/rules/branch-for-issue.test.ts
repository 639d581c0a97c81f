import { expect, test } from 'vitest';
import { branchForIssue } from './branch-for-issue.ts';

test.each([
  ['Fix the login', '7-fix-the-login'],
  ['  Größe & Übergröße?! ', '7-gro-e-ubergro-e'],
  ['日本', '7'],
  ['x'.repeat(200), `7-${'x'.repeat(98)}`],
  [`${'a'.repeat(97)} b`, `7-${'a'.repeat(97)}`],
  ['../../etc', '7-etc'],
])('%s', (title, branch) => {
  expect(branchForIssue({ iid: 7, title, isConfidential: false })).toBe(branch);
});

test('a confidential issue lends its number only', () => {
  expect(branchForIssue({ iid: 7, title: 'Secret', isConfidential: true })).toBe('7-confidential-issue');
});
