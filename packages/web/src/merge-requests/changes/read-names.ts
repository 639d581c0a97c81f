import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';

type Names = Pick<DiffFileSummary, 'old_path' | 'new_path' | 'file_path' | 'copied_from'>;

/** The paths of a file as users read and hear them: those that are no text have keys nobody should meet. */
export const readNames = (file: Names & Pick<DiffFileSummary, 'display'>): Names => file.display ?? file;
