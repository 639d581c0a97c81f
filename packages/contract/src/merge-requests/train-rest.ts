import { z } from 'zod';
import { restUserBasic } from '../accounts/rest.ts';
import { restPipelineBasic } from '../ci/pipeline-rest.ts';
import { boolInput, pagingInput } from '../core/inputs.ts';
import { restMergeRequestSimple } from './rest.ts';

export const listTrainInput = z.strictObject({
  ...pagingInput,
  /** `active`: waiting to be merged; `complete`: merged. */
  scope: z.enum(['active', 'complete']).optional(),
  sort: z.enum(['asc', 'desc']).default('desc'),
});

export const addToTrainInput = z.strictObject({
  sha: z
    .string()
    .regex(/^[0-9a-f]{40}$/)
    .optional(),
  squash: boolInput.optional(),
  /** Two names: add it as soon as all checks pass, if they have not yet. */
  when_pipeline_succeeds: boolInput.optional(),
  auto_merge: boolInput.optional(),
});

export const restTrainCar = z.strictObject({
  id: z.number(),
  merge_request: restMergeRequestSimple,
  user: restUserBasic.nullable(),
  pipeline: restPipelineBasic.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  target_branch: z.string(),
  /** `removed`: it left the train without being merged, see `removal_reason`. */
  status: z.enum(['idle', 'stale', 'fresh', 'merging', 'merged', 'skip_merged', 'removed']),
  merged_at: z.string().nullable(),
  /** Seconds in the train. */
  duration: z.number().nullable(),
  removal_reason: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
});
export type RestTrainCar = z.infer<typeof restTrainCar>;
