import type { ToolTabs } from '@tributary/contract/ci/pipeline-page.ts';
import { bySeverity, licensesOf, securityFindingsOf } from '@tributary/contract/merge-requests/tool-findings.ts';
import { TOOL_REPORTS } from '@tributary/contract/merge-requests/tool-reports.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import type { Context } from '../../../platform/context.ts';
import type { ProjectAccess } from '../../../projects/index.ts';
import { type JobReport, jobReports, reportTypesOf } from './job-reports.ts';

const MAX_LISTED = 1_000;

const problemOf = (reports: readonly JobReport[]): string | null => {
  const failed = reports.find((report) => 'failure' in report);
  return failed && 'failure' in failed ? failed.failure : null;
};

type Of = { pipeline: { id: number; sha: string }; access: ProjectAccess; open: string };

/** Security findings and licenses that the jobs of a pipeline report; the files are read for the open tab only. */
export async function toolTabs(ctx: Context, { pipeline, access, open }: Of): Promise<ToolTabs> {
  const of = { pipelineId: pipeline.id, access };
  const types = await reportTypesOf(ctx, of, [...TOOL_REPORTS.security, ...TOOL_REPORTS.license]);
  const has = (kind: 'security' | 'license') => TOOL_REPORTS[kind].some((type) => types.has(type));
  const read = (kind: 'security' | 'license', tab: string) =>
    open === tab && has(kind) ? jobReports(ctx, of, TOOL_REPORTS[kind]) : [];
  const [scans, licenses] = await Promise.all([read('security', 'security'), read('license', 'licenses')]);
  const findings = bySeverity([...new Map(securityFindingsOf(scans).map((each) => [each.key, each])).values()]);
  const named = [...new Map(licensesOf(licenses).map((each) => [each.name, each])).values()];
  return {
    security: has('security')
      ? {
          total: findings.length,
          items: findings.slice(0, MAX_LISTED).map((finding) => ({
            ...finding,
            href:
              finding.file === null || finding.report_type === 'container_scanning'
                ? null
                : `${repositoryPaths.blob(access.project.full_path, pipeline.sha, finding.file)}${finding.line === null ? '' : `#L${finding.line}`}`,
          })),
          problem: problemOf(scans),
        }
      : null,
    licenses: has('license')
      ? { total: named.length, items: named.slice(0, MAX_LISTED), problem: problemOf(licenses) }
      : null,
  };
}
