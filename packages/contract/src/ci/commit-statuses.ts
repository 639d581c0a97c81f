import { z } from 'zod';
import { restUserBasic } from '../accounts/rest.ts';
import { boolInput, idInput, pagingInput } from '../core/inputs.ts';
import { refInput } from '../projects/repository-inputs.ts';
import { CI_STATUSES } from './status.ts';

/** What other systems report on commits. */
export const REPORTED_STATES = ['pending', 'running', 'success', 'failed', 'canceled', 'skipped'] as const;
export type ReportedState = (typeof REPORTED_STATES)[number];

const name = z.string().trim().min(1).max(255);

export const reportStatusInput = z.strictObject({
  state: z.enum(REPORTED_STATES),
  ref: refInput.optional(),
  name: name.optional(),
  /** Another word for `name`. */
  context: name.optional(),
  target_url: z.union([z.literal(''), z.httpUrl().max(2_048), z.url({ protocol: /^https?$/ }).max(2_048)]).optional(),
  description: z.string().max(1_024).optional(),
  coverage: z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,3}(\.\d{1,6})?$/)
        .transform(Number),
    ])
    .optional(),
  /** The pipeline it belongs to, when the commit has several. */
  pipeline_id: idInput.optional(),
});
export type ReportStatusInput = z.output<typeof reportStatusInput>;

export const listStatusesInput = z.strictObject({
  ...pagingInput,
  ref: refInput.optional(),
  name: name.optional(),
  stage: name.optional(),
  pipeline_id: idInput.optional(),
  /** Also reports that a newer one of the same name replaced. */
  all: boolInput.default(false),
  order_by: z.enum(['id', 'pipeline_id']).default('id'),
  sort: z.enum(['asc', 'desc']).default('asc'),
});

export const restCommitStatus = z.object({
  id: z.number(),
  sha: z.string(),
  ref: z.string(),
  status: z.enum(CI_STATUSES),
  name: z.string(),
  target_url: z.string().nullable(),
  description: z.string().nullable(),
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
  allow_failure: z.boolean(),
  coverage: z.number().nullable(),
  pipeline_id: z.number(),
  author: restUserBasic.nullable(),
});
export type RestCommitStatus = z.output<typeof restCommitStatus>;
