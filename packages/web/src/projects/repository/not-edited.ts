/** Why a file is not edited in the browser, and what to do. */
export const NOT_EDITED = {
  binary: 'It is no text in UTF-8. Replace it with another file instead.',
  too_large: 'It is too large to be edited in the browser. Edit it with git, or replace it.',
  symlink: 'A symbolic link holds only the path it leads to. Change it with git.',
  submodule: 'A submodule is a commit of another repository. Change it with git.',
  lfs: 'Its content is stored with Git LFS. Change it with git.',
} as const;
