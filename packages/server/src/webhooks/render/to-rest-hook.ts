import {
  OTHER_HOOK_EVENTS,
  type OtherHookEvent,
  type RestGroupHook,
  type RestHook,
  type RestHookDelivery,
} from '@tributary/contract/projects/hooks.ts';
import type { RestSystemHook } from '@tributary/contract/projects/system-hooks.ts';
import type { DeliveryRow } from '../store/delivery-store.ts';
import type { HookView } from '../reads/hook-views.ts';

function otherEvents(wanted: readonly string[]): Record<OtherHookEvent, boolean> {
  const entries = OTHER_HOOK_EVENTS.map((name) => [name, wanted.includes(name)]);
  return Object.fromEntries(entries) as Record<OtherHookEvent, boolean>;
}

/** Of a system hook what a hook of a project has too. */
export function toRestSystemHook({ hook, tokenPresent, status }: HookView): RestSystemHook {
  return {
    ...settingsOf(hook),
    merge_requests_events: hook.merge_requests_events,
    repository_update_events: hook.other_events.includes('repository_update_events'),
    ...stateOf(hook, status),
    token_present: tokenPresent,
  };
}

function settingsOf(hook: HookView['hook']) {
  return {
    id: hook.id,
    url: hook.url,
    name: hook.name,
    description: hook.description,
    created_at: hook.created_at.toISOString(),
    push_events: hook.push_events,
    tag_push_events: hook.tag_push_events,
    enable_ssl_verification: hook.enable_ssl_verification,
    url_variables: hook.url_variable_names.map((key) => ({ key })),
    push_events_branch_filter: hook.push_events_branch_filter,
    branch_filter_strategy: hook.branch_filter_strategy,
    custom_headers: hook.custom_header_names.map((key) => ({ key })),
  };
}

function stateOf(hook: HookView['hook'], status: HookView['status']) {
  return {
    alert_status: status,
    disabled_until: status === 'temporarily_disabled' ? (hook.disabled_until?.toISOString() ?? null) : null,
  };
}

export function toRestHook(view: HookView): RestHook {
  if (view.hook.project_id === null) throw new Error('not a hook of a project');
  return { ...commonOf(view), project_id: view.hook.project_id };
}

export function toRestGroupHook(view: HookView): RestGroupHook {
  if (view.hook.namespace_id === null) throw new Error('not a hook of a group');
  return { ...commonOf(view), group_id: view.hook.namespace_id };
}

function commonOf({ hook, tokenPresent, status }: HookView): Omit<RestHook, 'project_id'> {
  return {
    ...otherEvents(hook.other_events),
    ...settingsOf(hook),
    merge_requests_events: hook.merge_requests_events,
    note_events: hook.note_events,
    confidential_note_events: hook.confidential_note_events,
    issues_events: hook.issues_events,
    confidential_issues_events: hook.confidential_issues_events,
    ...stateOf(hook, status),
    custom_webhook_template: null,
    token_present: tokenPresent,
    signing_token_present: false,
  };
}

export function toRestHookDelivery(delivery: DeliveryRow): RestHookDelivery {
  return {
    id: delivery.id,
    url: delivery.url,
    trigger: delivery.trigger,
    request_headers: delivery.request_headers,
    request_data: JSON.parse(delivery.request_body),
    response_headers: delivery.response_headers,
    response_body: delivery.response_body,
    execution_duration: delivery.duration_ms === null ? null : delivery.duration_ms / 1_000,
    response_status:
      delivery.response_status === null ? (delivery.error ?? 'waiting') : String(delivery.response_status),
    created_at: delivery.created_at.toISOString(),
  };
}
