import { z } from 'zod';
import { boolInput, filledText, idInput, intInput, pagingInput } from '../core/inputs.ts';
import type { AccessEntryView } from '../projects/repository-page.ts';
import type { UserChip } from '../projects/repository-views.ts';
import type { FreezePeriodCard } from './freeze-periods.ts';
import { MAX_ENVIRONMENT_NAME } from './rest.ts';

/** Roles that a rule can name. */
export const DEPLOY_LEVELS = [30, 40, 60] as const;
const MAX_APPROVALS = 5;
const MAX_ENTRIES = 100;

const level = intInput.refine((value) => DEPLOY_LEVELS.some((each) => each === value));
const approvals = intInput.pipe(z.number().min(0).max(MAX_APPROVALS));

const accessEntry = z.strictObject({
  id: idInput.optional(),
  access_level: level.optional(),
  user_id: idInput.optional(),
  group_id: idInput.optional(),
  /** 0: direct members of the group. 1: those of the groups above it, too. */
  group_inheritance_type: intInput.pipe(z.union([z.literal(0), z.literal(1)])).optional(),
  _destroy: boolInput.default(false),
});
const approvalRule = accessEntry.extend({
  required_approvals: intInput.pipe(z.number().min(1).max(MAX_APPROVALS)).optional(),
});
export type ApprovalRuleInput = z.output<typeof approvalRule>;

const fields = {
  required_approval_count: approvals.optional(),
  approval_rules: z.array(approvalRule).max(MAX_ENTRIES).optional(),
};

export const listProtectedEnvironmentsInput = z.strictObject(pagingInput);
export const protectEnvironmentInput = z.strictObject({
  ...fields,
  name: filledText.max(MAX_ENVIRONMENT_NAME),
  deploy_access_levels: z.array(accessEntry).min(1).max(MAX_ENTRIES),
});
export type ProtectEnvironmentInput = z.output<typeof protectEnvironmentInput>;
export const updateProtectedEnvironmentInput = z.strictObject({
  ...fields,
  deploy_access_levels: z.array(accessEntry).max(MAX_ENTRIES).optional(),
});
export type UpdateProtectedEnvironmentInput = z.output<typeof updateProtectedEnvironmentInput>;

const restAccess = z.strictObject({
  id: z.number(),
  access_level: z.number().nullable(),
  access_level_description: z.string(),
  user_id: z.number().nullable(),
  group_id: z.number().nullable(),
  group_inheritance_type: z.number(),
});
export const restApprovalRule = restAccess.extend({ required_approvals: z.number() });
export type RestApprovalRule = z.output<typeof restApprovalRule>;

export const restProtectedEnvironment = z.strictObject({
  name: z.string(),
  deploy_access_levels: z.array(restAccess),
  required_approval_count: z.number(),
  approval_rules: z.array(restApprovalRule),
});
export type RestProtectedEnvironment = z.output<typeof restProtectedEnvironment>;

export type ApprovalRuleView = AccessEntryView & { required: number };

export type ProtectedEnvironmentView = {
  name: string;
  deploy: AccessEntryView[];
  approvals: ApprovalRuleView[];
  requiredApprovals: number;
};

/** Kinds `environment_settings` and `group_environment_settings`: `/-/settings/environments`. */
export type EnvironmentSettingsPageData = {
  owner: { kind: 'project' | 'group'; id: number };
  settingsPath: string;
  protections: ProtectedEnvironmentView[];
  /** Of the groups above, which count as well: the tier and the group. */
  inherited: (ProtectedEnvironmentView & { groupPath: string })[];
  /** What can be protected and is not yet: environments by name, or tiers. */
  names: string[];
  levels: { value: number; text: string }[];
  /** Users that a rule can name. */
  people: UserChip[];
  groups: { id: number; name: string; fullPath: string }[];
  /** Users approve deployments that they started; null in groups, where each project decides. */
  allowsOwnApproval: boolean | null;
  /** Null in groups. */
  freezes: FreezePeriodCard[] | null;
  can: { manage: boolean };
};
