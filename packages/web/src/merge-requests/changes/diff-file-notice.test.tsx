import type { GeneratedReason, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FoldedFile } from '../../repositories/diff/diff-notice.tsx';
import { FoldNotice } from './diff-file-notice.tsx';

const REASONS = {
  too_large: 'Changes are too large to be shown.Show changes',
  over_budget: 'Changes are collapsed because this diff is large.Show changes',
};

test.each(['too_large', 'over_budget'] as const)('folded as %s reads the same wherever changes are shown', (reason) => {
  const file = { collapse_reason: reason } as PageDiffFile;
  const inRequest = render(<FoldNotice file={file} onOpen={() => undefined} />).container;
  const inCommit = render(<FoldedFile fold={{ reason, href: '/fold' }} onShow={async () => undefined} />).container;
  expect([inRequest.textContent, inCommit.textContent]).toEqual([REASONS[reason], REASONS[reason]]);
});

test.each<[GeneratedReason | null, string]>([
  ['attribute', '.gitattributes marks this file as generated, so its changes are collapsed.'],
  ['no_diff_attribute', '.gitattributes excludes this file from diffs, so its changes are collapsed.'],
  ['lock_file', 'This is a lock file, so its changes are collapsed.'],
  ['minified', 'This file is minified, so its changes are collapsed.'],
  ['name', 'The file name indicates a generated file, so its changes are collapsed.'],
  [null, 'This file is generated, so its changes are collapsed.'],
])('a generated file says why it counts as one: %s', async (reason, words) => {
  const file = { collapse_reason: 'generated', generated_reason: reason } as PageDiffFile;
  render(<FoldNotice file={file} onOpen={() => undefined} />);
  expect(await screen.findByText(words)).toBeDefined();
});
