import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NoLinesNotice } from './diff-file-notice.tsx';

const file = (facts: object): PageDiffFile =>
  ({
    viewer: { name: 'no_preview', error_message: null },
    new_file: false,
    deleted_file: false,
    old_raw_path: null,
    new_raw_path: null,
    ...facts,
  }) as unknown as PageDiffFile;

const submodule = (facts: object = {}) =>
  file({
    submodule: true,
    submodule_compare: { old_sha: '1'.repeat(40), new_sha: '2'.repeat(40), url: null },
    ...facts,
  });
const stored = file({ stored_externally: true, new_raw_path: '/raw/film.mov', new_size: 12_345_678 });

test.each([
  ['a submodule that moved', submodule(), 'Submodule moved from 11111111 to 22222222.'],
  ['a new submodule', submodule({ new_file: true }), 'Submodule added at 22222222.'],
  ['a submodule that is gone', submodule({ deleted_file: true }), 'Submodule removed. It was at 11111111.'],
  ['a file in LFS', stored, 'Stored in Git LFS; its changes are not shown line by line.Download after (11.77 MiB)'],
  ['an empty file', file({ viewer: { name: 'added' }, new_file: true }), 'Empty file added.'],
])('%s is told in words', (_name, shown, words) => {
  expect(render(<NoLinesNotice file={shown} />).container.textContent).toBe(words);
});
