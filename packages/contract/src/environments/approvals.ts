import { z } from 'zod';
import { restUserBasic } from '../accounts/rest.ts';
import { boolInput } from '../core/inputs.ts';
import type { UserRef } from '../projects/page.ts';
import { restApprovalRule } from './protection.ts';
import { restDeployment } from './rest.ts';
import { DEPLOYMENT_APPROVAL_STATUSES, type DeploymentApprovalStatus } from './status.ts';

export const MAX_APPROVAL_COMMENT = 10_000;

export const approveDeploymentInput = z.strictObject({
  status: z.enum(DEPLOYMENT_APPROVAL_STATUSES),
  comment: z.string().max(MAX_APPROVAL_COMMENT).optional(),
  represented_as: z.string().max(255).optional(),
});
export const environmentSettingsInput = z.strictObject({ allows_own_approval: boolInput });

export const restDeploymentApproval = z.strictObject({
  user: restUserBasic.nullable(),
  status: z.enum(DEPLOYMENT_APPROVAL_STATUSES),
  created_at: z.iso.datetime(),
  comment: z.string().nullable(),
});
export type RestDeploymentApproval = z.output<typeof restDeploymentApproval>;

export const restDeploymentExtended = restDeployment.extend({
  pending_approval_count: z.number(),
  approvals: z.array(restDeploymentApproval),
  approval_summary: z
    .strictObject({
      rules: z.array(restApprovalRule.extend({ deployment_approvals: z.array(restDeploymentApproval) })),
    })
    .optional(),
});
export type RestDeploymentExtended = z.output<typeof restDeploymentExtended>;

/** What the pages show of the approvals of a deployment. */
export type PageApproval = {
  user: UserRef | null;
  status: DeploymentApprovalStatus;
  comment: string;
  created_at: string;
};
export type PageApprovals = {
  pending: number;
  rules: { name: string; required: number; approved: number }[];
  given: PageApproval[];
  /** What the reader can do: null where the deployment does not wait or they are no approver. */
  can: { approve: boolean; reject: boolean };
  /** Why the reader cannot approve what waits. */
  reason: string | null;
};
