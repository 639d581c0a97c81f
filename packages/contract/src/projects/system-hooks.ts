import { z } from 'zod';
import { boolInput } from '../core/inputs.ts';
import { ignored } from '../core/ignored.ts';
import { restHook, updateHookInput } from './hooks.ts';

const { shape } = updateHookInput;

/** What a system hook may want beside the events of the instance, which all of them are told of. */
const settings = {
  name: shape.name,
  description: shape.description,
  token: shape.token,
  push_events: boolInput.optional(),
  tag_push_events: boolInput.optional(),
  merge_requests_events: boolInput.optional(),
  repository_update_events: boolInput.optional(),
  enable_ssl_verification: boolInput.optional(),
  push_events_branch_filter: shape.push_events_branch_filter,
  branch_filter_strategy: shape.branch_filter_strategy,
  custom_headers: shape.custom_headers,
  url_variables: shape.url_variables,
  ...ignored('signing_token', 'custom_webhook_template'),
};

export const createSystemHookInput = z.strictObject({ url: z.string(), ...settings });
export const updateSystemHookInput = z.strictObject({ url: z.string().optional(), ...settings });

export const restSystemHook = restHook.pick({
  id: true,
  url: true,
  name: true,
  description: true,
  created_at: true,
  push_events: true,
  tag_push_events: true,
  merge_requests_events: true,
  repository_update_events: true,
  enable_ssl_verification: true,
  alert_status: true,
  disabled_until: true,
  url_variables: true,
  push_events_branch_filter: true,
  branch_filter_strategy: true,
  custom_headers: true,
  token_present: true,
});
export type RestSystemHook = z.output<typeof restSystemHook>;
