import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { render } from '@testing-library/react';
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
