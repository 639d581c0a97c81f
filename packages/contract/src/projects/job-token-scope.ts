import { z } from 'zod';
import { boolInput, idInput, pagingInput } from '../core/inputs.ts';

export const restJobTokenScope = z.object({
  /** Only job tokens of the project itself and of its allowlist reach it. */
  inbound_enabled: z.boolean(),
  /** The older limit of what the jobs of a project reach; there is none. */
  outbound_enabled: z.boolean(),
});
export const updateJobTokenScopeInput = z.strictObject({ enabled: boolInput });

export const listAllowlistInput = z.strictObject(pagingInput);
export const allowProjectInput = z.strictObject({ target_project_id: idInput });
export const allowGroupInput = z.strictObject({ target_group_id: idInput });
export const restAllowedProject = z.object({ source_project_id: z.number(), target_project_id: z.number() });
export const restAllowedGroup = z.object({ source_project_id: z.number(), target_group_id: z.number() });

/** What the settings page needs. */
export type JobTokenScopeData = {
  isLimited: boolean;
  canChange: boolean;
  /** `path` is null for what the viewer may not see. */
  allowed: { kind: 'project' | 'group'; id: number; path: string | null }[];
};
