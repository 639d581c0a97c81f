import { z } from 'zod';
import { idInput, idListInput } from '../core/inputs.ts';

export const statusCheckInput = z.strictObject({
  name: z.string().max(255),
  external_url: z.string().min(1).max(2_048),
  /** Signs what is sent to the service. Null or empty takes it away. */
  shared_secret: z.string().max(255).nullable().optional(),
  protected_branch_ids: idListInput.optional(),
});
export type StatusCheckInput = z.output<typeof statusCheckInput>;

export const changeStatusCheckInput = statusCheckInput.partial();
export type ChangeStatusCheckInput = z.output<typeof changeStatusCheckInput>;

export const statusCheckResponseInput = z.strictObject({
  external_status_check_id: idInput,
  /** The head of the source branch that this is about. */
  sha: z.string().regex(/^[0-9a-f]{40}$/),
  status: z.enum(['pending', 'passed', 'failed']),
});
