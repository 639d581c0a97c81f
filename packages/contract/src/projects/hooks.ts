import { z } from 'zod';
import { ignored } from '../core/ignored.ts';
import { boolInput, idInput, pagingInput } from '../core/inputs.ts';

/** Events whose switches are stored as a list; only those of HOOK_TRIGGERS are sent here. */
export const OTHER_HOOK_EVENTS = [
  'job_events',
  'pipeline_events',
  'wiki_page_events',
  'deployment_events',
  'feature_flag_events',
  'releases_events',
  'milestone_events',
  'emoji_events',
  'resource_access_token_events',
  'resource_deploy_token_events',
  'vulnerability_events',
  'repository_update_events',
  'member_events',
  'subgroup_events',
  'project_events',
] as const;
export type OtherHookEvent = (typeof OTHER_HOOK_EVENTS)[number];

const forEachOther = <T>(value: T) =>
  Object.fromEntries(OTHER_HOOK_EVENTS.map((name) => [name, value])) as Record<OtherHookEvent, T>;
const otherEvents = forEachOther(boolInput.optional());

const customHeader = z.strictObject({ key: z.string(), value: z.string().optional() });

const urlVariable = z.strictObject({ key: z.string(), value: z.string().optional() });

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
  /** Secret parts of the address, which has `{key}` in their places. */
  url_variables: z.array(urlVariable).max(20).optional(),
  ...otherEvents,
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
  'milestone_events',
  'emoji_events',
  'resource_access_token_events',
  'pipeline_events',
  'job_events',
  'deployment_events',
  'releases_events',
] as const;
export const testHookInput = z.strictObject({ trigger: z.enum(HOOK_TRIGGERS) });
/** Hooks of groups are sent some more. */
export const GROUP_HOOK_TRIGGERS = [...HOOK_TRIGGERS, 'member_events', 'subgroup_events', 'project_events'] as const;
export const testGroupHookInput = z.strictObject({ trigger: z.enum(GROUP_HOOK_TRIGGERS) });

export const listDeliveriesInput = z.strictObject({ ...pagingInput });
/** A new value of one custom header or part of the address. */
export const hookSecretInput = z.strictObject({ value: z.string() });

export const hookParams = z.object({ hook_id: idInput });

export const restHook = z.object({
  ...forEachOther(z.boolean()),
  id: z.number(),
  url: z.string(),
  name: z.string(),
  description: z.string(),
  created_at: z.iso.datetime(),
  push_events: z.boolean(),
  tag_push_events: z.boolean(),
  merge_requests_events: z.boolean(),
  enable_ssl_verification: z.boolean(),
  alert_status: z.enum(['executable', 'temporarily_disabled', 'disabled']),
  disabled_until: z.iso.datetime().nullable(),
  url_variables: z.array(z.object({ key: z.string() })),
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
});
export type RestHook = z.output<typeof restHook>;

export const restGroupHook = restHook.omit({ project_id: true }).extend({ group_id: z.number() });
export type RestGroupHook = z.output<typeof restGroupHook>;

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
