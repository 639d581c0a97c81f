import type {
  CodeQualityTab,
  LinkedPipelineItem,
  PipelinePageData,
  PipelineTab,
} from '@tributary/contract/ci/pipeline-page.ts';
import { lookOfPipeline } from '@tributary/contract/ci/status.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { jobNeeds } from '../reads/job-needs.ts';
import { type LinkedPipeline, linkedPipelines } from '../reads/linked-pipelines.ts';
import { pipelinePath, toDetailedStatus } from '../render/to-rest-pipeline.ts';
import { commitReportStatus, findingsOf } from '../reports/index.ts';
import { toolTabs } from '../reports/reads/tool-tabs.ts';
import type { PipelineRow } from '../store/pipeline-store.ts';
import { testCounts } from '../test-reports/reads/test-report.ts';
import { toTestSuiteItem } from '../test-reports/render/to-rest-tests.ts';

const MAX_FINDINGS = 1_000;

function toLinkedItem({ row, projectName, fullPath, jobName }: LinkedPipeline): LinkedPipelineItem {
  const path = pipelinePath(fullPath, row.id);
  const status = toDetailedStatus(lookOfPipeline(row.status, row.has_warnings), path);
  return { id: row.id, path, projectName, projectPath: fullPath, jobName, source: row.source, status };
}

async function qualityOf(
  ctx: Context,
  access: ProjectAccess,
  { sha }: PipelineRow,
  isOpen: boolean,
): Promise<CodeQualityTab | null> {
  const status = await commitReportStatus(ctx, { accesses: [access], sha, kind: 'codequality' });
  const none = { total: 0, findings: [], problem: null, isPending: false };
  if (status.kind === 'none') return null;
  if (status.kind === 'pending') return { ...none, isPending: true };
  if (status.kind === 'failed') return { ...none, problem: status.reason };
  if (status.kind !== 'ready') return none;
  const found = await findingsOf(ctx, status.reportIds);
  const findings = isOpen ? found.slice(0, MAX_FINDINGS) : [];
  return {
    ...none,
    total: found.length,
    findings: findings.map(({ path, line, severity, description, engine_name: engine }) => ({
      path,
      line,
      href: `${repositoryPaths.blob(access.project.full_path, sha, path)}#L${line}`,
      severity,
      description,
      engine,
    })),
  };
}

type Parts = Pick<PipelinePageData, 'needs' | 'linked' | 'tests' | 'quality' | 'tools'>;

/** What the tabs of a pipeline show beside its jobs. */
export async function answerPipelineParts(
  ctx: Context,
  access: ProjectAccess,
  pipeline: PipelineRow,
  tab: PipelineTab,
): Promise<Parts> {
  const isGraph = tab === 'graph';
  const [needs, linkedById, suites, quality, tools] = await Promise.all([
    isGraph ? jobNeeds(ctx, pipeline.id) : {},
    linkedPipelines(ctx, isGraph ? [pipeline.id] : []),
    testCounts(ctx, { pipelineId: pipeline.id, access }),
    qualityOf(ctx, access, pipeline, tab === 'codequality_report'),
    toolTabs(ctx, { pipeline, access, open: tab }),
  ]);
  const { full_path: fullPath } = access.project;
  const linked = linkedById.get(pipeline.id) ?? { upstream: null, downstream: [] };
  return {
    needs,
    linked: {
      upstream: linked.upstream && toLinkedItem(linked.upstream),
      downstream: linked.downstream.map(toLinkedItem),
    },
    tests:
      suites.length === 0
        ? null
        : {
            suites: suites.map((row) => toTestSuiteItem(fullPath, row)),
            suitePath: `${pipelinePath(fullPath, pipeline.id)}/tests/suite.json`,
          },
    quality,
    tools,
  };
}
