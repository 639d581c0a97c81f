import type { ReportKind } from '@tributary/contract/ci/commit-reports.ts';
import type { ReportsPart } from '@tributary/contract/merge-requests/reports.ts';
import { commitReportStatus, reportedCommits, type ReportStatus } from '../../../ci/index.ts';
import { readOnce } from '../../../platform/cache/request-cache.ts';
import type { Context } from '../../../platform/context.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess } from '../../../projects/index.ts';
import {
  versionsOf,
  findProjectAccess,
  type MergeRequestAccess,
  type RequestPaths,
} from '../../../merge-requests/index.ts';

/** Where a commit of the request may have been measured: the target, and the source for whoever may read its code. */
export async function measuringProjects(ctx: Context, { row, access }: MergeRequestAccess): Promise<ProjectAccess[]> {
  const { source_project_id: sourceId } = row;
  if (sourceId === null || sourceId === access.project.id) return [access];
  const source = await findProjectAccess(ctx, sourceId);
  const mayRead = source !== undefined && isAllowed(ctx.actor, 'read_code', featureOf(source, 'repository'));
  return mayRead ? [access, source] : [access];
}

export async function reportStatusOf(
  ctx: Context,
  found: MergeRequestAccess,
  of: { sha: string; kind: ReportKind },
): Promise<ReportStatus> {
  return commitReportStatus(ctx, { accesses: await measuringProjects(ctx, found), ...of });
}

/** Which commits of all versions something was reported of; read once for all parts of a page. */
export function reportedOf(ctx: Context, found: MergeRequestAccess) {
  return readOnce(ctx, `reported_commits:${found.row.id}`, async () => {
    const versions = await versionsOf(ctx, found.row);
    const shas = [...new Set(versions.flatMap((each) => [each.base_sha, each.start_sha, each.head_sha]))];
    return reportedCommits(ctx, await measuringProjects(ctx, found), shas);
  });
}

/** For the page: whether there is anything to ask for. */
export async function reportsPart(ctx: Context, found: MergeRequestAccess, paths: RequestPaths): Promise<ReportsPart> {
  const reported = await reportedOf(ctx, found);
  const of = (kind: ReportKind) => reported.filter((each) => each.kind === kind).map((each) => each.sha);
  return {
    coveragePath: paths.coverageReports,
    qualityPath: paths.qualityDiffReports,
    coverageOf: of('coverage'),
    qualityOf: of('codequality'),
  };
}
