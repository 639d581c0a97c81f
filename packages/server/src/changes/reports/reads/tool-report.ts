import {
  type CollapsedLicenseReport,
  type SecurityComparison,
  type SecurityReportType,
  TOOL_REPORTS,
  type ToolReportKind,
} from '@tributary/contract/merge-requests/tool-reports.ts';
import { type JobReport, jobReports } from '../../../ci/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { MergeRequestAccess } from '../../../merge-requests/index.ts';
import { classifyLicenses } from '../../licenses/reads/denied-licenses.ts';
import { COMPARE_TOOLS } from '../rules/compare-tools.ts';
import { comparedPipelines, type ReportPipeline } from './compared-pipelines.ts';
import type { ReportAnswer } from './coverage-report.ts';

type Files = { head: JobReport[]; base: JobReport[] };

/** What jobs of the newest pipeline reported, and what those of the target branch did. */
async function reportFiles(
  ctx: Context,
  found: MergeRequestAccess,
  types: readonly string[],
): Promise<ReportAnswer<Files>> {
  const { head, base } = await comparedPipelines(ctx, found);
  const reportsOf = ({ row, access }: ReportPipeline) => jobReports(ctx, { pipelineId: row.id, access }, types);
  const reports = head ? await reportsOf(head) : [];
  if (reports.length === 0) return { kind: 'none' };
  const failed = reports.find((report) => 'failure' in report);
  // A plan says of itself that it cannot be read.
  if (failed && 'failure' in failed && failed.type !== 'terraform') return { kind: 'failed', reason: failed.failure };
  const before = base && base.row.id !== head?.row.id ? await reportsOf(base) : [];
  return { kind: 'ready', data: { head: reports, base: before } };
}

/** A report of a tool in the newest pipeline beside that of the target branch. */
export async function toolReport(
  ctx: Context,
  found: MergeRequestAccess,
  kind: ToolReportKind,
): Promise<ReportAnswer<object>> {
  const files = await reportFiles(ctx, found, TOOL_REPORTS[kind]);
  if (files.kind !== 'ready') return files;
  const { head, base } = files.data;
  if (kind === 'license') {
    const data = await classifyLicenses(ctx, found.access.project.id, COMPARE_TOOLS.license(head, base));
    return { kind: 'ready', data };
  }
  return { kind: 'ready', data: COMPARE_TOOLS[kind](head, base) };
}

/** The comparison of licenses as numbers. */
export async function collapsedLicenses(
  ctx: Context,
  found: MergeRequestAccess,
): Promise<ReportAnswer<CollapsedLicenseReport>> {
  const files = await reportFiles(ctx, found, TOOL_REPORTS.license);
  if (files.kind !== 'ready') return files;
  const { head, base } = files.data;
  const report = await classifyLicenses(ctx, found.access.project.id, COMPARE_TOOLS.license(head, base));
  const data = {
    ...report,
    new_licenses: report.new_licenses.length,
    existing_licenses: report.existing_licenses.length,
    removed_licenses: report.removed_licenses.length,
  };
  return { kind: 'ready', data };
}

/** Security findings of one type; reports of other types are not read. */
export async function securityComparison(
  ctx: Context,
  found: MergeRequestAccess,
  type: SecurityReportType,
): Promise<ReportAnswer<SecurityComparison>> {
  const files = await reportFiles(ctx, found, [type]);
  if (files.kind !== 'ready') return files;
  return { kind: 'ready', data: COMPARE_TOOLS.security(files.data.head, files.data.base) };
}
