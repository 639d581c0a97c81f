import type { GeneratedReason, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FoldedFile } from '../../projects/repository/diff-notice.tsx';
import { FoldNotice } from './diff-file-notice.tsx';

const REASONS = {
  too_large: 'Changes are too large to be shown.Show changes',
  over_budget: 'Changes are folded because there are many.Show changes',
};

test.each(['too_large', 'over_budget'] as const)('folded as %s reads the same wherever changes are shown', (reason) => {
  const file = { collapse_reason: reason } as PageDiffFile;
  const inRequest = render(<FoldNotice file={file} onOpen={() => undefined} />).container;
  const inCommit = render(<FoldedFile fold={{ reason, href: '/fold' }} onShow={async () => undefined} />).container;
  expect([inRequest.textContent, inCommit.textContent]).toEqual([REASONS[reason], REASONS[reason]]);
});

test.each<[GeneratedReason | null, string]>([
  ['attribute', '.gitattributes says that this file is generated, so its changes are folded.'],
  ['no_diff_attribute', '.gitattributes says that this file has no changes worth showing, so they are folded.'],
  ['lock_file', 'A tool writes this file to hold versions fast, so its changes are folded.'],
  ['minified', 'This file is minified, so its changes are folded.'],
  ['name', 'Its name says that a tool wrote this file, so its changes are folded.'],
  [null, 'This file is generated, so its changes are folded.'],
])('a generated file says why it counts as one: %s', async (reason, words) => {
  const file = { collapse_reason: 'generated', generated_reason: reason } as PageDiffFile;
  render(<FoldNotice file={file} onOpen={() => undefined} />);
  expect(await screen.findByText(words)).toBeDefined();
});
