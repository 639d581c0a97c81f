import type { DiffFileView } from '@tributary/contract/projects/repository-diff.ts';
import { expect, test } from 'vitest';
import { noticeText, sidesOfView } from './diff-notice.tsx';

test.each<[Partial<DiffFileView>, string]>([
  [{ status: 'renamed' }, 'File renamed with no changes.'],
  [{ status: 'copied' }, 'File copied with no changes.'],
  [
    { status: 'renamed', newMode: '100755' },
    'File renamed. Its content did not change. File mode changed from 100644 to 100755.',
  ],
])('a file that has another name: %j', (facts, sentence) => {
  const moved = { submodule: null, notice: 'rename_only', oldMode: '100644', newMode: '100644', ...facts };
  expect(noticeText(moved as DiffFileView)).toBe(sentence);
});

test('an image has its sides, each with its size', () => {
  const file = {
    oldImageHref: '/old.png',
    newImageHref: '/new.png',
    oldPixels: { width: 4, height: 2 },
    newPixels: null,
  } as DiffFileView;
  expect(sidesOfView(file).map(({ key, src, pixels }) => [key, src, pixels])).toEqual([
    ['before', '/old.png', { width: 4, height: 2 }],
    ['after', '/new.png', null],
  ]);
  expect(sidesOfView({ ...file, newImageHref: null }).map(({ label }) => label)).toEqual(['Before']);
});
