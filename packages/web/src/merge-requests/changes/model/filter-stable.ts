import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';

type Files = readonly DiffFileSummary[];

/**
 * The files that pass, as the list they were in before where nothing changed: a comment or a tick on one file lets those
 * who show the list do without sorting thousands again.
 */
export function filterStable(files: Files, keeps: (file: DiffFileSummary) => boolean, before: Files): Files {
  const found = files.filter(keeps);
  for (const known of [files, before]) {
    if (known.length === found.length && found.every((file, at) => file === known[at])) return known;
  }
  return found;
}
