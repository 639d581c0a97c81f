import type { CoveredLines } from '@tributary/contract/ci/commit-reports.ts';
import type { DiffRow } from '../../../ui/diff/diff-row.ts';

/** The rows with how often tests reached them; only what is there after the change was measured. */
export function markCoverage(rows: readonly DiffRow[], lines: CoveredLines): readonly DiffRow[] {
  return rows.map((row) => {
    const hits = row.kind === 'match' || row.newLine === null ? undefined : lines[row.newLine];
    return hits === undefined ? row : { ...row, hits };
  });
}
