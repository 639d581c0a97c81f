/** Why a file is not edited in the browser, and what to do. */
export const NOT_EDITED = {
  binary: 'This file is not UTF-8 text. Replace it with another file instead.',
  too_large: 'This file is too large to edit in the browser. Edit it with Git or replace it.',
  symlink: 'A symbolic link contains only a path. Change it with Git.',
  submodule: 'A submodule points to a commit in another repository. Change it with Git.',
  lfs: 'This file is stored with Git LFS. Change it with Git.',
} as const;
