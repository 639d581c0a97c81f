import { z } from 'zod';
import { ignored } from '../core/ignored.ts';
import { boolInput, idInput, pagingInput } from '../core/inputs.ts';

const off = boolInput.refine((value) => !value);

const customHeader = z.strictObject({ key: z.string(), value: z.string().optional() });

const settings = {
  name: z.string().max(255).nullish(),
  description: z.string().max(2_048).nullish(),
  push_events: boolInput.optional(),
  tag_push_events: boolInput.optional(),
  merge_requests_events: boolInput.optional(),
  note_events: boolInput.optional(),
  confidential_note_events: boolInput.optional(),
  issues_events: boolInput.optional(),
  confidential_issues_events: boolInput.optional(),
  enable_ssl_verification: boolInput.optional(),
  /** Sent as `X-Gitlab-Token`; empty takes it away. Never answered again. */
  token: z.string().max(1_024).nullish(),
  push_events_branch_filter: z.string().nullish(),
  branch_filter_strategy: z.enum(['wildcard', 'regex', 'all_branches']).optional(),
  custom_headers: z.array(customHeader).max(20).optional(),
  // Nothing happens here that these would tell of; they can only be said to be off.
  job_events: off.optional(),
  pipeline_events: off.optional(),
  wiki_page_events: off.optional(),
  deployment_events: off.optional(),
  feature_flag_events: off.optional(),
  releases_events: off.optional(),
  milestone_events: off.optional(),
  emoji_events: off.optional(),
  resource_access_token_events: off.optional(),
  resource_deploy_token_events: off.optional(),
  vulnerability_events: off.optional(),
  ...ignored('signing_token', 'custom_webhook_template'),
};

export const listHooksInput = z.strictObject({ ...pagingInput });
export const createHookInput = z.strictObject({ url: z.string(), ...settings });
export const updateHookInput = z.strictObject({ url: z.string().optional(), ...settings });
export type HookSettingsInput = z.output<typeof updateHookInput>;

export const HOOK_TRIGGERS = [
  'push_events',
  'tag_push_events',
  'merge_requests_events',
  'note_events',
  'confidential_note_events',
  'issues_events',
  'confidential_issues_events',
] as const;
export const testHookInput = z.strictObject({ trigger: z.enum(HOOK_TRIGGERS) });

export const listDeliveriesInput = z.strictObject({ ...pagingInput });
export const hookParams = z.object({ hook_id: idInput });

export const restHook = z.object({
  id: z.number(),
  url: z.string(),
  name: z.string(),
  description: z.string(),
  created_at: z.iso.datetime(),
  push_events: z.boolean(),
  tag_push_events: z.boolean(),
  merge_requests_events: z.boolean(),
  repository_update_events: z.boolean(),
  enable_ssl_verification: z.boolean(),
  alert_status: z.enum(['executable', 'temporarily_disabled', 'disabled']),
  disabled_until: z.iso.datetime().nullable(),
  url_variables: z.array(z.never()),
  push_events_branch_filter: z.string(),
  branch_filter_strategy: z.enum(['wildcard', 'regex', 'all_branches']),
  custom_webhook_template: z.null(),
  custom_headers: z.array(z.object({ key: z.string() })),
  token_present: z.boolean(),
  signing_token_present: z.boolean(),
  project_id: z.number(),
  issues_events: z.boolean(),
  confidential_issues_events: z.boolean(),
  note_events: z.boolean(),
  confidential_note_events: z.boolean(),
  pipeline_events: z.boolean(),
  wiki_page_events: z.boolean(),
  deployment_events: z.boolean(),
  feature_flag_events: z.boolean(),
  job_events: z.boolean(),
  releases_events: z.boolean(),
  milestone_events: z.boolean(),
  emoji_events: z.boolean(),
  resource_access_token_events: z.boolean(),
  resource_deploy_token_events: z.boolean(),
  vulnerability_events: z.boolean(),
});
export type RestHook = z.output<typeof restHook>;

export const restHookDelivery = z.object({
  id: z.number(),
  url: z.string(),
  trigger: z.string(),
  request_headers: z.record(z.string(), z.string()),
  request_data: z.unknown(),
  response_headers: z.record(z.string(), z.string()),
  response_body: z.string(),
  execution_duration: z.number().nullable(),
  response_status: z.string(),
  created_at: z.iso.datetime(),
});
export type RestHookDelivery = z.output<typeof restHookDelivery>;
