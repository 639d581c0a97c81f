import type { CoverageAnswer } from '@tributary/contract/merge-requests/reports.ts';
import { displayPath } from '@tributary/git';
import type { Context } from '../../../platform/context.ts';
import { coverageOfFiles, type ReportStanding } from '../../../projects/index.ts';
import type { OpenedDiff } from '../../diffs/opened-diff.ts';

export type ReportAnswer<Data> = Exclude<ReportStanding, { kind: 'ready' }> | { kind: 'ready'; data: Data };

/** Hits of the lines of the files that the comparison changes. */
export async function coverageReport(
  ctx: Context,
  standing: ReportStanding,
  diff: OpenedDiff,
): Promise<ReportAnswer<CoverageAnswer>> {
  if (standing.kind !== 'ready') return standing;
  const paths = diff.index.files.filter((file) => file.status !== 'deleted').map((file) => displayPath(file.newPath));
  return { kind: 'ready', data: { files: await coverageOfFiles(ctx, standing.reportIds, paths) } };
}
