import { z } from 'zod';
import { restUserBasic } from '../accounts/rest.ts';
import { pagingInput } from '../core/inputs.ts';

/** What the lines of a commit are worth, as other systems measured it. */
export const REPORT_KINDS = ['coverage', 'codequality'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** `pending` until the file is read; `failed` says why it could not be. */
export const REPORT_STATES = ['pending', 'ready', 'failed'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

export const MAX_REPORT_BYTES = 10 * 1_048_576;
/** Reports of one kind on one commit, each with a name of its own. */
export const MAX_REPORTS_OF_COMMIT = 20;
export const DEFAULT_REPORT_NAME = 'default';

export const reportName = z.string().trim().min(1).max(255);
export const reportParams = z.object({ sha: z.string(), kind: z.enum(REPORT_KINDS) });

export const listReportsInput = z.strictObject({ ...pagingInput });

export const restCommitReport = z.object({
  id: z.number(),
  sha: z.string(),
  kind: z.enum(REPORT_KINDS),
  name: z.string(),
  state: z.enum(REPORT_STATES),
  failure_reason: z.string().nullable(),
  size: z.number(),
  /** Files with measured lines, or findings. */
  entries: z.number(),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  author: restUserBasic.nullable(),
});
export type RestCommitReport = z.output<typeof restCommitReport>;

export const FINDING_SEVERITIES = ['info', 'minor', 'major', 'critical', 'blocker', 'unknown'] as const;
export type FindingSeverity = (typeof FINDING_SEVERITIES)[number];

/** Hits by line number. */
export type CoveredLines = Record<string, number>;
