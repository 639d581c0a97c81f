import { REPORT_WIDGETS, type ReportWidgetLink } from '@tributary/contract/merge-requests/report-widgets.ts';
import { TOOL_REPORTS } from '@tributary/contract/merge-requests/tool-reports.ts';
import { reportTypesOf } from '../../../ci/index.ts';
import type { Context } from '../../../platform/context.ts';
import { headPipelineOf, type MergeRequestAccess, type RequestPaths } from '../../../merge-requests/index.ts';
import { reportedOf } from './report-status.ts';

const REPORT_TYPES = ['junit', ...Object.values(TOOL_REPORTS).flat()];

/** The reports that the merge widget can ask for. */
export async function reportWidgets(
  ctx: Context,
  found: MergeRequestAccess,
  paths: RequestPaths,
): Promise<ReportWidgetLink[]> {
  const { head_sha: sha } = found.row;
  const head = await headPipelineOf(ctx, found);
  const types = head
    ? await reportTypesOf(ctx, { pipelineId: head.row.id, access: head.access }, REPORT_TYPES)
    : new Set<string>();
  const reported = (await reportedOf(ctx, found)).filter((each) => each.sha === sha);
  const links: ReportWidgetLink[] = [];
  if (types.has('junit')) links.push({ kind: 'test', path: paths.testReports });
  if (reported.some(({ kind }) => kind === 'codequality')) {
    links.push({ kind: 'codequality', path: paths.qualityReports });
  }
  for (const kind of REPORT_WIDGETS) {
    if (kind === 'test' || kind === 'codequality') continue;
    if (!TOOL_REPORTS[kind].some((type) => types.has(type))) continue;
    const collapsed = kind === 'license' && { collapsed_path: paths.licensesCollapsed };
    links.push({ kind, path: paths.toolReports[kind], ...collapsed });
  }
  return links;
}
