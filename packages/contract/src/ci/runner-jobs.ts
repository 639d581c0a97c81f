import { z } from 'zod';
import { intInput } from '../core/inputs.ts';
import { runnerInfo, runnerToken, systemId } from './runners.ts';

/** Runners of every version send more than is used here, such as their features: what is not known has no effect. */
export const requestJobInput = z.object({
  token: runnerToken,
  system_id: systemId.optional(),
  last_update: z.string().max(200).optional(),
  info: runnerInfo.optional(),
});

export const updateJobInput = z.object({
  token: runnerToken.optional(),
  state: z.enum(['pending', 'running', 'success', 'failed']).optional(),
  failure_reason: z.string().max(100).optional(),
  exit_code: intInput.optional(),
  /** Of the log: older runners send it here, newer ones in `output`. */
  checksum: z.string().max(100).optional(),
  output: z.object({ checksum: z.string().max(100).nullish(), bytesize: z.number().int().min(0).nullish() }).optional(),
});

export const readTraceInput = z.strictObject({
  byte_offset: intInput.refine((value) => value >= 0).optional(),
  byte_limit: intInput.refine((value) => value >= 1).optional(),
});
