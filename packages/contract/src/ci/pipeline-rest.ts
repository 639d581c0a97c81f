import { z } from 'zod';
import { restUserBasic } from '../accounts/rest.ts';
import { boolInput, filledText, pagingInput, timeInput } from '../core/inputs.ts';
import { CI_STATUSES, PIPELINE_SOURCES } from './status.ts';

const time = z.iso.datetime();
const text = filledText.max(1_024);

export const PIPELINE_SCOPES = ['running', 'pending', 'finished', 'branches', 'tags'] as const;
export const PIPELINE_ORDERS = ['id', 'status', 'ref', 'updated_at', 'user_id'] as const;

export const listPipelinesInput = z.strictObject({
  ...pagingInput,
  scope: z.enum(PIPELINE_SCOPES).optional(),
  status: z.enum(CI_STATUSES).optional(),
  source: z.enum(PIPELINE_SOURCES).optional(),
  ref: text.optional(),
  sha: text.optional(),
  name: text.optional(),
  username: text.optional(),
  yaml_errors: boolInput.optional(),
  updated_before: timeInput.optional(),
  updated_after: timeInput.optional(),
  created_before: timeInput.optional(),
  created_after: timeInput.optional(),
  order_by: z.enum(PIPELINE_ORDERS).default('id'),
  sort: z.enum(['asc', 'desc']).default('desc'),
});
export type ListPipelinesInput = z.output<typeof listPipelinesInput>;

export const latestPipelineInput = z.strictObject({ ref: text.optional() });
export const pipelineNameInput = z.strictObject({ name: z.string().max(255) });

export const restPipelineBasic = z.strictObject({
  id: z.number(),
  iid: z.number(),
  project_id: z.number(),
  sha: z.string(),
  ref: z.string(),
  status: z.enum(CI_STATUSES),
  source: z.enum(PIPELINE_SOURCES),
  created_at: time,
  updated_at: time,
  web_url: z.string(),
  name: z.string().nullable(),
});
export type RestPipelineBasic = z.output<typeof restPipelineBasic>;

export const detailedStatus = z.strictObject({
  icon: z.string(),
  text: z.string(),
  label: z.string(),
  group: z.string(),
  tooltip: z.string(),
  has_details: z.boolean(),
  details_path: z.string().nullable(),
  illustration: z.null(),
  favicon: z.null(),
});
export type DetailedStatus = z.output<typeof detailedStatus>;

export const restPipeline = restPipelineBasic.extend({
  before_sha: z.string(),
  tag: z.boolean(),
  yaml_errors: z.string().nullable(),
  user: restUserBasic.nullable(),
  started_at: time.nullable(),
  finished_at: time.nullable(),
  committed_at: z.null(),
  duration: z.number().nullable(),
  queued_duration: z.number().nullable(),
  /** In per cent, with two decimals. */
  coverage: z.string().nullable(),
  detailed_status: detailedStatus,
  archived: z.boolean(),
});
export type RestPipeline = z.output<typeof restPipeline>;
