import { z } from 'zod';
import { pagingInput } from '../core/inputs.ts';

export const PROCESS_MODES = ['unordered', 'oldest_first', 'newest_first'] as const;

export const resourceGroupParams = z.object({ key: z.string().min(1).max(255) });
export const updateResourceGroupInput = z.strictObject({ process_mode: z.enum(PROCESS_MODES).optional() });

export const upcomingJobsInput = z.strictObject(pagingInput);

export const restResourceGroup = z.strictObject({
  id: z.number(),
  key: z.string(),
  process_mode: z.enum(PROCESS_MODES),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
