import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';

type Sides = Pick<PageDiffFile, 'new_file' | 'deleted_file' | 'old_raw_path' | 'new_raw_path'>;

/** Addresses of both sides of a changed file, as far as they are there. */
export function rawSides(file: Sides): { before: string | null; after: string | null } {
  return {
    before: file.new_file ? null : file.old_raw_path,
    after: file.deleted_file ? null : file.new_raw_path,
  };
}
