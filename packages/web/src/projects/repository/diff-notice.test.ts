import type { DiffFileView } from '@tributary/contract/projects/repository-diff.ts';
import { expect, test } from 'vitest';
import { noticeText } from './diff-notice.tsx';

test.each<[Partial<DiffFileView>, string]>([
  [{ status: 'renamed' }, 'File renamed with no changes.'],
  [{ status: 'copied' }, 'File copied with no changes.'],
  [
    { status: 'renamed', newMode: '100755' },
    'File renamed; its content did not change. File mode changed from 100644 to 100755.',
  ],
])('a file that has another name: %j', (facts, sentence) => {
  const moved = { submodule: null, notice: 'rename_only', oldMode: '100644', newMode: '100644', ...facts };
  expect(noticeText(moved as DiffFileView)).toBe(sentence);
});
