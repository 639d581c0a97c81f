import { render } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { NoLinesNotice } from './no-lines-notice.tsx';

type LineLess = ComponentProps<typeof NoLinesNotice>['file'];

const file = (facts: Partial<LineLess>): LineLess => ({
  viewer: { name: 'no_preview', collapsed: false, error: null, error_message: null },
  file_path: 'film.mov',
  a_mode: '100644',
  b_mode: '100644',
  new_file: false,
  deleted_file: false,
  whitespace_only: false,
  stored_externally: false,
  binary: false,
  submodule: false,
  submodule_compare: null,
  old_raw_path: null,
  new_raw_path: null,
  old_size: null,
  new_size: null,
  ...facts,
});

const submodule = (facts: Partial<LineLess> = {}) =>
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
  [
    'a file moved with hidden white space',
    file({ whitespace_only: true }),
    'Only white space changed, which is not shown.',
  ],
  [
    'a binary file renamed and changed',
    file({ binary: true, old_raw_path: '/raw/a', old_size: 10, new_raw_path: '/raw/b', new_size: 11 }),
    'Binary file; there are no lines to compare.Download before (10 B)Download after (11 B)',
  ],
  ['an empty file', file({ new_file: true }), 'Empty file added.'],
])('%s is told in words', (_name, shown, words) => {
  expect(render(<NoLinesNotice file={shown} />).container.textContent).toBe(words);
});
