import type { Extensions } from '../../platform/extensions.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { defineDefaultBranchPipelines, featureOf } from '../../projects/index.ts';
import { defineCommitPipelines } from '../../repositories/index.ts';
import { defaultBranchStatuses, refSummaries, statusSummaries, statusViews } from '../reads/commit-statuses.ts';
import { countPipelines, findNewestPipeline } from '../reads/pipelines.ts';
import { toRestPipelineBasic } from '../render/to-rest-pipeline.ts';

export const ciCommitPipelines: Extensions = [
  /** What pages of commits and the REST answers on commits say about pipelines. */
  defineCommitPipelines({
    summaries: statusSummaries,
    ofRefs: refSummaries,
    statuses: statusViews,
    count: async (ctx, access, sha) =>
      isAllowed(ctx.actor, 'read_pipeline', featureOf(access, 'repository'))
        ? countPipelines(ctx, { projectIds: [access.project.id], sha })
        : null,
    last: async (ctx, access, sha) => {
      if (!isAllowed(ctx.actor, 'read_pipeline', featureOf(access, 'repository'))) return null;
      const pipeline = await findNewestPipeline(ctx, { projectId: access.project.id, sha });
      return pipeline
        ? toRestPipelineBasic({ origin: ctx.config.url, fullPath: access.project.full_path }, pipeline)
        : null;
    },
  }),
  defineDefaultBranchPipelines(defaultBranchStatuses),
];
