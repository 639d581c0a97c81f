import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, test, vi } from 'vitest';
import { ImageSides, NoLinesNotice } from './no-lines-notice.tsx';

type LineLess = ComponentProps<typeof NoLinesNotice>['file'];

const file = (facts: Partial<LineLess>): LineLess => ({
  viewer: { name: 'no_preview', collapsed: false, error: null, error_message: null },
  file_path: 'film.mov',
  a_mode: '100644',
  b_mode: '100644',
  mode_changed: false,
  renamed_file: false,
  copied_file: false,
  blob: { id: 'new', readable_text: false, path: 'film.mov', mode: '100644' },
  old_blob_id: 'old',
  new_file: false,
  deleted_file: false,
  whitespace_only: false,
  encoding_change: null,
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
const toScript = { mode_changed: true, b_mode: '100755' };
const moved = { renamed_file: true, old_blob_id: 'new' };
const LFS =
  'Stored with Git LFS. Changes are not shown line by line. The repository contains only a pointer. File size: ';
const stored = file({ stored_externally: true, new_raw_path: '/raw/film.mov', new_size: 12_345_678 });

test.each([
  ['a submodule that moved', submodule(), 'Submodule updated from 11111111 to 22222222.'],
  ['a new submodule', submodule({ new_file: true }), 'Submodule added at 22222222.'],
  ['a submodule that is gone', submodule({ deleted_file: true }), 'Submodule removed. It was at 11111111.'],
  ['a file in LFS', stored, `${LFS}11.77 MiB.Download LFS pointer after`],
  [
    'a file that changed in LFS',
    { ...stored, old_raw_path: '/raw/old.mov', old_size: 2_048 },
    `${LFS}2.00 KiB before, 11.77 MiB after.Download LFS pointer beforeDownload LFS pointer after`,
  ],
  [
    'a file moved with hidden white space',
    file({ whitespace_only: true }),
    'Only whitespace changed. Whitespace changes are hidden.',
  ],
  [
    'a binary file renamed and changed',
    file({ binary: true, old_raw_path: '/raw/a', old_size: 10, new_raw_path: '/raw/b', new_size: 11 }),
    'Binary file. There are no lines to compare.Download before (10 bytes)Download after (11 bytes)',
  ],
  [
    'changes that are too large to be shown',
    file({
      viewer: { name: 'text', collapsed: false, error: 'too_large', error_message: 'Too large.' },
      new_file: true,
      new_raw_path: '/raw/b',
      new_size: 11,
    }),
    'Too large.Download after (11 bytes)',
  ],
  ['a file of another mode', file({ ...toScript, old_blob_id: 'new' }), 'File mode changed from 100644 to 100755.'],
  [
    'a file of another mode with hidden white space',
    file({ ...toScript, whitespace_only: true }),
    'Only whitespace changed. Whitespace changes are hidden. File mode changed from 100644 to 100755.',
  ],
  [
    'a binary file that changed with its mode',
    file({ ...toScript, binary: true }),
    'Binary file. There are no lines to compare. File mode changed from 100644 to 100755.',
  ],
  ['a binary file that was moved', file({ ...moved, binary: true }), 'File renamed with no changes.'],
  ['a submodule that was moved', submodule(moved), 'File renamed with no changes.'],
  [
    'a binary file that was copied with another mode',
    file({ ...moved, ...toScript, copied_file: true, binary: true }),
    'File copied. Its content did not change. File mode changed from 100644 to 100755.',
  ],
  [
    'a file in another encoding',
    file({ encoding_change: { old: 'UTF-16LE', new: 'UTF-8', is_alone: true } }),
    'Only the encoding changed: UTF-16LE to UTF-8.',
  ],
  ['an empty file', file({ new_file: true }), 'Empty file added.'],
])('%s is told in words', (_name, shown, words) => {
  expect(render(<NoLinesNotice file={shown} />).container.textContent).toBe(words);
});

test('white space that is hidden is shown by one press, and is no reason to download two texts', () => {
  const spaced = file({ whitespace_only: true, old_raw_path: '/a', new_raw_path: '/b', old_size: 1, new_size: 2 });
  const show = vi.fn<() => void>();
  render(<NoLinesNotice file={spaced} onWhitespace={show} />);
  expect(screen.queryByRole('link')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show whitespace changes' }));
  expect(show).toHaveBeenCalledOnce();
});

test('an image that changed is compared in three ways, one that is new is shown', () => {
  const picture = {
    file_path: 'logo.png',
    new_file: false,
    deleted_file: false,
    old_raw_path: '/a',
    new_raw_path: '/b',
  };
  const changed = { ...picture, old_size: 1, new_size: 2 } as PageDiffFile;
  const { unmount } = render(<ImageSides file={changed} />);
  const ways = screen.getByRole('group', { name: 'Image comparison mode' });
  const pressed = () => [...ways.querySelectorAll('[aria-pressed="true"]')].map(({ textContent }) => textContent);
  expect([pressed(), screen.queryByRole('slider')]).toEqual([['2-up'], null]);
  fireEvent.click(screen.getByRole('button', { name: 'Swipe' }));
  expect(screen.getByRole('slider', { name: 'Move the divider between before and after' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Onion skin' }));
  expect(screen.getByRole('slider', { name: 'Opacity of the after image' })).toBeTruthy();
  expect(pressed()).toEqual(['Onion skin']);
  unmount();
  render(<ImageSides file={{ ...changed, new_file: true, old_raw_path: null }} />);
  expect(screen.getByAltText('logo.png after')).toBeTruthy();
  expect(screen.queryByRole('group', { name: 'Image comparison mode' })).toBeNull();
});
