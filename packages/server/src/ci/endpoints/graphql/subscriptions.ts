import { reconnectedEvent } from '@tributary/contract/page/realtime-events.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { parseNumericId } from '../../../endpoints/graphql/global-id.ts';
import { topicEvents } from '../../../endpoints/graphql/topic-events.ts';
import type { Context } from '../../../platform/context.ts';
import { getProjectAccess, type ProjectAccess } from '../../../projects/index.ts';
import { mayReadPipelines } from '../../pipeline-access.ts';
import { findStagedJob } from '../../reads/jobs.ts';
import { findStageRow, projectOfJob, projectOfPipeline } from '../../reads/located.ts';
import { findPipelineRow } from '../../reads/pipeline-outcome.ts';
import { viewPipelines } from '../../reads/pipelines.ts';

/** Messages about one pipeline: also a job and a stage change only with it. */
async function pipelineEvents<T>(
  ctx: Context,
  access: ProjectAccess,
  pipelineId: number,
  read: () => Promise<T | undefined>,
) {
  if (!mayReadPipelines(ctx, access)) throw new AppError('not_found', { resource: 'Subscription' });
  return topicEvents(ctx, `project:${access.project.id}`, async ({ event, data }) => {
    const isMeant = event === reconnectedEvent || (event === 'pipeline.changed' && data['id'] === pipelineId);
    // Who sees the project need not see its pipelines any more.
    const isReadable = isMeant && mayReadPipelines(ctx, await getProjectAccess(ctx, access.project.id));
    return isReadable ? read() : undefined;
  });
}

/** What has changed is given as it is then. */
export function addCiSubscriptions(builder: GraphqlBuilder): void {
  builder.subscriptionField('ciPipelineStatusUpdated', (t) =>
    t.field({
      type: 'Pipeline',
      nullable: true,
      args: { pipelineId: t.arg({ type: 'CiPipelineID', required: true }) },
      subscribe: async (_root, { pipelineId }, { ctx }) => {
        const id = parseNumericId(pipelineId, 'Ci::Pipeline');
        const access = await projectOfPipeline(ctx, id);
        return pipelineEvents(ctx, access, id, async () => {
          const row = await findPipelineRow(ctx, id);
          const [view] = row ? await viewPipelines(ctx, [row]) : [];
          return view && { ...view, fullPath: access.project.full_path };
        });
      },
      resolve: (pipeline) => pipeline,
    }),
  );
  builder.subscriptionField('ciJobStatusUpdated', (t) =>
    t.field({
      type: 'CiJob',
      nullable: true,
      args: { jobId: t.arg({ type: 'CiProcessableID', required: true }) },
      subscribe: async (_root, { jobId }, { ctx }) => {
        const id = parseNumericId(jobId, 'Ci::Build', 'Ci::Bridge');
        const access = await projectOfJob(ctx, id);
        const pipelineId = (await findStagedJob(ctx, access.project.id, id))?.pipeline_id ?? 0;
        return pipelineEvents(ctx, access, pipelineId, async () => {
          const job = await findStagedJob(ctx, access.project.id, id);
          return job && { ...job, fullPath: access.project.full_path };
        });
      },
      resolve: (job) => job,
    }),
  );
  builder.subscriptionField('ciStageUpdated', (t) =>
    t.field({
      type: 'CiStage',
      nullable: true,
      args: { stageId: t.arg({ type: 'CiStageID', required: true }) },
      subscribe: async (_root, { stageId }, { ctx }) => {
        const id = parseNumericId(stageId, 'Ci::Stage');
        const pipelineId = (await findStageRow(ctx, id))?.pipeline_id ?? 0;
        const access = await projectOfPipeline(ctx, pipelineId);
        return pipelineEvents(ctx, access, pipelineId, async () => {
          const stage = await findStageRow(ctx, id);
          return stage && { ...stage, fullPath: access.project.full_path };
        });
      },
      resolve: (stage) => stage,
    }),
  );
}
