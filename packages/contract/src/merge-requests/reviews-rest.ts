import { z } from 'zod';
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
