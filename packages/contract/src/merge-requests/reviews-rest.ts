import { z } from 'zod';
import { ignored } from '../core/ignored.ts';
import { restUserBasic } from '../accounts/rest.ts';
import { restPosition } from '../discussions/rest.ts';

export const restDraftNote = z.strictObject({
  id: z.number(),
  author_id: z.number(),
  merge_request_id: z.number(),
  resolve_discussion: z.boolean(),
  discussion_id: z.string().nullable(),
  note: z.string(),
  commit_id: z.string().nullable(),
  line_code: z.string().nullable(),
  position: restPosition.nullable(),
});
export type RestDraftNote = z.infer<typeof restDraftNote>;

/** Begins with the merge request: clients put this answer in the place of the one they hold. */
export const restApprovals = z.strictObject({
  id: z.number(),
  iid: z.number(),
  project_id: z.number(),
  title: z.string(),
  description: z.string().nullable(),
  state: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  user_has_approved: z.boolean(),
  user_can_approve: z.boolean(),
  approved: z.boolean(),
  approved_by: z.array(z.strictObject({ user: restUserBasic, approved_at: z.string() })),
});
export type RestApprovals = z.infer<typeof restApprovals>;

export const restApprovalState = z.strictObject({
  approval_rules_overwritten: z.literal(false),
  rules: z.array(z.never()),
});

export const restProjectApprovals = z.strictObject({
  approvers: z.array(z.never()),
  approver_groups: z.array(z.never()),
  approvals_before_merge: z.literal(0),
  reset_approvals_on_push: z.literal(false),
  selective_code_owner_removals: z.literal(false),
  disable_overriding_approvers_per_merge_request: z.literal(false),
  merge_requests_author_approval: z.literal(false),
  merge_requests_disable_committers_approval: z.literal(false),
  require_password_to_approve: z.literal(false),
  require_reauthentication_to_approve: z.literal(false),
});

/** Settings of approvals that are not here; they are taken without effect. */
export const projectApprovalsInput = z.strictObject(
  ignored(
    'approvals_before_merge',
    'reset_approvals_on_push',
    'selective_code_owner_removals',
    'disable_overriding_approvers_per_merge_request',
    'merge_requests_author_approval',
    'merge_requests_disable_committers_approval',
    'require_password_to_approve',
    'require_reauthentication_to_approve',
  ),
);
