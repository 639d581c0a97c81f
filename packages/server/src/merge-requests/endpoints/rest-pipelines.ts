import { restPipeline } from '@tributary/contract/ci/pipeline-rest.ts';
import { boolInput } from '@tributary/contract/core/inputs.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { z } from 'zod';
import { toRestPipeline, viewPipelines } from '../../ci/index.ts';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { runRequestPipeline } from '../pipelines/create-request-pipeline.ts';
import { inMergeRequest } from './subjects.ts';

/** Whoever may run pipelines in the source project may; that is asked there, as it may be a fork. */
export const runRequestPipelineRoute = defineRoute({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/pipelines',
  ability: 'run_merge_request_pipeline',
  summary: 'Run a pipeline for a merge request',
  tag: 'Merge requests',
  input: z.strictObject({ async: boolInput.optional() }),
  subject: inMergeRequest,
  response: restPipeline,
  handle: async ({ ctx, subject }) => {
    const { pipeline, access } = await runRequestPipeline(ctx, { found: subject });
    const [view] = await viewPipelines(ctx, [pipeline]);
    if (!view) throw new AppError('not_found', { resource: 'Pipeline' });
    return toRestPipeline({ origin: ctx.config.url, fullPath: access.project.full_path }, view);
  },
});
