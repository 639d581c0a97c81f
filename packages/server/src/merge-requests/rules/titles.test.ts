import { expect, test } from 'vitest';
import { defaultTexts, mergeCommitMessage, squashCommitMessage, titleFromBranch } from './default-texts.ts';
import { isDraftTitle, setDraft, withoutDraft } from './draft-title.ts';

test.each([
  ['Draft: x', true],
  ['draft:x', true],
  ['[Draft] x', true],
  ['(draft) x', true],
  ['  Draft : x', true],
  ['Drafting a plan', false],
  ['x Draft: y', false],
  ['WIP: x', false],
])('%j is a draft: %s', (title, expected) => {
  expect(isDraftTitle(title)).toBe(expected);
});

test('the prefix is added once and removed wholly', () => {
  expect(setDraft('Draft: [Draft] x', true)).toBe('Draft: x');
  expect(setDraft('x', true)).toBe('Draft: x');
  expect(withoutDraft('(Draft) Draft: x')).toBe('x');
  expect(setDraft('Draft:', false)).toBe('Draft:');
});

test.each([
  ['fix-login_page', 'Fix login page'],
  ['feature/some-thing', 'Some thing'],
  ['---', '---'],
])('branch %j gives title %j', (branch, title) => {
  expect(titleFromBranch(branch)).toBe(title);
});

test('one commit gives its own texts, several the one with a body, else the branch', () => {
  const one = { message: 'Fix it\n\nBecause.\n', parentCount: 1 };
  expect(defaultTexts('b', [one])).toEqual({ title: 'Fix it', description: 'Because.' });
  const merge = { message: 'Merge main', parentCount: 2 };
  expect(defaultTexts('b', [merge, one])).toEqual({ title: 'Fix it', description: 'Because.' });
  const plain = { message: 'More', parentCount: 1 };
  expect(defaultTexts('my-branch', [plain, plain])).toEqual({ title: 'My branch', description: '' });
  expect(defaultTexts('my-branch', [])).toEqual({ title: 'My branch', description: '' });
});

test('messages of merge and squash commits', () => {
  const parts = { title: 'T', description: 'D', sourceBranch: 'a', targetBranch: 'main', reference: 'g/p!3' };
  expect(mergeCommitMessage(parts)).toBe("Merge branch 'a' into 'main'\n\nT\n\nSee merge request g/p!3");
  expect(mergeCommitMessage(parts, true)).toBe("Merge branch 'a' into 'main'\n\nT\n\nD\n\nSee merge request g/p!3");
  expect(squashCommitMessage('T', [{ message: 'only\n', parentCount: 1 }])).toBe('only');
  expect(squashCommitMessage('T', [])).toBe('T');
});
