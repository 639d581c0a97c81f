import { expect, test } from 'vitest';
import { withDraft } from './draft-title.ts';

test.each([
  ['Fix it', true, 'Draft: Fix it'],
  ['draft: Fix it', true, 'draft: Fix it'],
  ['[Draft] Fix it', false, 'Fix it'],
  ['Draft: (draft) Fix it', false, 'Fix it'],
  ['Drafting rules', false, 'Drafting rules'],
  ['Drafting rules', true, 'Draft: Drafting rules'],
])('%s with draft %s is %s', (title, isDraft, expected) => {
  expect(withDraft(title, isDraft)).toBe(expected);
});
