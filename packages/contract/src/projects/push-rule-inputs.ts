import { z } from 'zod';
import { boolInput, intInput } from '../core/inputs.ts';

const patternInput = z.string().max(511).nullish();
const switchInput = boolInput.nullish();

/** Null, for what has no value of its own: inherited. */
export const pushRuleInput = z.strictObject({
  commit_message_regex: patternInput,
  commit_message_negative_regex: patternInput,
  branch_name_regex: patternInput,
  author_email_regex: patternInput,
  file_name_regex: patternInput,
  deny_delete_tag: switchInput,
  member_check: switchInput,
  prevent_secrets: switchInput,
  commit_committer_check: switchInput,
  commit_committer_name_check: switchInput,
  reject_unsigned_commits: switchInput,
  reject_non_dco_commits: switchInput,
  max_file_size: intInput.refine((value) => value >= 0 && value <= 1_000_000).nullish(),
});

export type PushRuleInput = z.infer<typeof pushRuleInput>;

const values = {
  commit_message_regex: z.string(),
  commit_message_negative_regex: z.string(),
  branch_name_regex: z.string(),
  author_email_regex: z.string(),
  file_name_regex: z.string(),
  deny_delete_tag: z.boolean(),
  member_check: z.boolean(),
  prevent_secrets: z.boolean(),
  commit_committer_check: z.boolean(),
  commit_committer_name_check: z.boolean(),
  reject_unsigned_commits: z.boolean(),
  reject_non_dco_commits: z.boolean(),
  max_file_size: z.number(),
};

/** The rules as they hold here, inherited ones with them. */
export const restPushRule = z.object({
  /** Null while everything is inherited. */
  id: z.number().nullable(),
  created_at: z.string().nullable(),
  ...values,
});
export type RestPushRule = z.infer<typeof restPushRule>;

export const restProjectPushRule = restPushRule.extend({ project_id: z.number() });
export type RestProjectPushRule = z.infer<typeof restProjectPushRule>;
