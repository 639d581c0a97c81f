import { expect, test } from 'vitest';
import { branchForIssue } from './branch-for-issue.ts';

const usual = { template: null, isName: () => true };

test.each([
  ['Fix the login', '7-fix-the-login'],
  ['  Größe & Übergröße?! ', '7-gro-e-ubergro-e'],
  ['日本', '7'],
  ['x'.repeat(200), `7-${'x'.repeat(98)}`],
  [`${'a'.repeat(97)} b`, `7-${'a'.repeat(97)}`],
  ['../../etc', '7-etc'],
])('%s', (title, branch) => {
  expect(branchForIssue({ iid: 7, title, isConfidential: false }, usual)).toBe(branch);
});

test('a confidential issue lends its number only', () => {
  expect(branchForIssue({ iid: 7, title: 'Secret', isConfidential: true }, usual)).toBe('7-confidential-issue');
});

test.each([
  ['issue/%{id}-%{title}', 'issue/7-fix-it'],
  ['for %{id}', 'for-7'],
  ['../%{id}', '7-fix-it'],
  ['%{unknown}~', '7-fix-it'],
])('the template %s', (template, branch) => {
  const named = { template, isName: (text: string) => !/[~]|\.\./.test(text) };
  expect(branchForIssue({ iid: 7, title: 'Fix it', isConfidential: false }, named)).toBe(branch);
  expect(branchForIssue({ iid: 7, title: 'Fix it', isConfidential: true }, named)).toBe('7-confidential-issue');
});
