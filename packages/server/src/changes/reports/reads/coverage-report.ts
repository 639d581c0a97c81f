import type { CoverageAnswer } from '@tributary/contract/merge-requests/reports.ts';
import { displayPath } from '@tributary/git';
import { coverageOfFiles, type ReportStatus } from '../../../ci/index.ts';
import type { Context } from '../../../platform/context.ts';

import type { OpenedDiff } from '../../diffs/opened-diff.ts';

export type ReportAnswer<Data> = Exclude<ReportStatus, { kind: 'ready' }> | { kind: 'ready'; data: Data };

/** Hits of the lines of the files that the comparison changes. */
export async function coverageReport(
  ctx: Context,
  standing: ReportStatus,
  diff: OpenedDiff,
): Promise<ReportAnswer<CoverageAnswer>> {
  if (standing.kind !== 'ready') return standing;
  // Reports tell of names as users see them; pages know files by their path keys.
  const names = diff.index.files
    .filter((file) => file.status !== 'deleted')
    .map(({ newPath }) => [newPath, displayPath(newPath)] as const);
  const covered = await coverageOfFiles(ctx, standing.reportIds, names.map(([, name]) => name)); // prettier-ignore
  const byName = new Map(Object.entries(covered));
  const files = names.flatMap(([path, name]) => {
    const lines = byName.get(name);
    return lines ? [[path, lines] as const] : [];
  });
  return { kind: 'ready', data: { files: Object.fromEntries(files) } };
}
