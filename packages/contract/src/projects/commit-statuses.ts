import { z } from 'zod';
import { restUserBasic } from '../accounts/rest.ts';
import { ignored } from '../core/ignored.ts';
import { boolInput, pagingInput } from '../core/inputs.ts';
import { refInput } from './repository-inputs.ts';

/** What other systems report on commits. */
export const COMMIT_STATES = ['pending', 'running', 'success', 'failed', 'canceled', 'skipped'] as const;
export type CommitState = (typeof COMMIT_STATES)[number];

const name = z.string().trim().min(1).max(255);

export const reportStatusInput = z.strictObject({
  state: z.enum(COMMIT_STATES),
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
  ...ignored('pipeline_id'),
});
export type ReportStatusInput = z.output<typeof reportStatusInput>;

export const listStatusesInput = z.strictObject({
  ...pagingInput,
  ref: refInput.optional(),
  name: name.optional(),
  /** Also reports whose place a newer one took. */
  all: boolInput.default(false),
  order_by: z.enum(['id', 'pipeline_id']).default('id'),
  sort: z.enum(['asc', 'desc']).default('asc'),
  ...ignored('stage', 'pipeline_id'),
});

export const restCommitStatus = z.object({
  id: z.number(),
  sha: z.string(),
  ref: z.string(),
  status: z.enum(COMMIT_STATES),
  name: z.string(),
  target_url: z.string().nullable(),
  description: z.string().nullable(),
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
  allow_failure: z.literal(false),
  coverage: z.number().nullable(),
  pipeline_id: z.null(),
  author: restUserBasic.nullable(),
});
export type RestCommitStatus = z.output<typeof restCommitStatus>;

/** Of a commit in a list: how its newest reports stand together. */
export type CommitStatusSummary = { state: CommitState; passed: number; total: number };

/** On the commit's own page. */
export type CommitStatusView = {
  id: number;
  name: string;
  ref: string;
  state: CommitState;
  description: string | null;
  /** Leads to another site. */
  targetUrl: string | null;
  reportedAt: string;
};
