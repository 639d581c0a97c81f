import type {
  HookCard,
  HookDeliveryCard,
  HookDeliveryDetail,
  HookEventKey,
} from '@tributary/contract/projects/page.ts';
import type { DeliveryRow } from '../store/delivery-store.ts';
import type { HookView } from '../reads/hook-views.ts';

type HookEvents = { key: HookEventKey; label: string; help: string }[];

export const HOOK_EVENTS: HookEvents = [
  { key: 'push_events', label: 'Push', help: 'Commits are pushed to a branch, or a branch is created or deleted.' },
  { key: 'tag_push_events', label: 'Tag push', help: 'A tag is created, moved or deleted.' },
  {
    key: 'merge_requests_events',
    label: 'Merge requests',
    help: 'A merge request is created, updated, merged, closed or reopened.',
  },
  { key: 'issues_events', label: 'Issues', help: 'An issue is created, updated, closed or reopened.' },
  {
    key: 'confidential_issues_events',
    label: 'Confidential issues',
    help: 'A confidential issue is created, updated, closed or reopened. Its content is sent to the receiver.',
  },
  { key: 'note_events', label: 'Comments', help: 'A comment is added to an issue or merge request.' },
  {
    key: 'confidential_note_events',
    label: 'Confidential comments',
    help: 'An internal note or a comment on a confidential issue is added. Its content is sent to the receiver.',
  },
  {
    key: 'milestone_events',
    label: 'Milestones',
    help: 'A milestone of the project is created, closed, reopened or deleted.',
  },
  { key: 'emoji_events', label: 'Emoji reactions', help: 'A reaction is added or removed.' },
  {
    key: 'resource_access_token_events',
    label: 'Access tokens',
    help: 'An access token of the project expires in 60, 30 or 7 days.',
  },
  { key: 'pipeline_events', label: 'Pipelines', help: 'The status of a pipeline changes.' },
  {
    key: 'job_events',
    label: 'Jobs',
    help: 'The status of a job changes. Commit statuses of other systems are not jobs.',
  },
  {
    key: 'deployment_events',
    label: 'Deployments',
    help: 'A deployment waits for approval, starts, succeeds, fails or is canceled.',
  },
  { key: 'releases_events', label: 'Releases', help: 'A release is created, updated or deleted.' },
];

/** Of a hook of a group, beside what happens in its projects. */
export const GROUP_HOOK_EVENTS: HookEvents = [
  ...HOOK_EVENTS,
  { key: 'member_events', label: 'Members', help: 'A member of the group is added, updated or removed.' },
  { key: 'subgroup_events', label: 'Subgroups', help: 'A subgroup is created or deleted.' },
  { key: 'project_events', label: 'Projects', help: 'A project of the group is created or deleted.' },
];

/** Of a system hook, beside the events of the instance, which all of them are sent. */
export const SYSTEM_HOOK_EVENTS: HookEvents = [
  { key: 'repository_update_events', label: 'Repository updates', help: 'A push changes branches or tags.' },
  ...HOOK_EVENTS.filter(({ key }) => ['push_events', 'tag_push_events', 'merge_requests_events'].includes(key)),
];

/** `path`: that of the list of hooks. */
export function toHookCard(view: HookView, path: string, events: HookEvents): HookCard {
  const { hook, lastDelivery } = view;
  return {
    id: hook.id,
    name: hook.name,
    description: hook.description,
    url: hook.url,
    href: `${path}/${hook.id}`,
    events: view.events.filter((name) => events.some(({ key }) => key === name)),
    branchFilter: hook.branch_filter_strategy === 'all_branches' ? '' : hook.push_events_branch_filter,
    sslVerification: hook.enable_ssl_verification,
    tokenPresent: view.tokenPresent,
    customHeaderNames: hook.custom_header_names,
    status: view.status,
    statusReason: hook.disabled_reason,
    disabledUntil: view.status === 'temporarily_disabled' ? (hook.disabled_until?.toISOString() ?? null) : null,
    lastDelivery: lastDelivery && {
      at: (lastDelivery.finished_at ?? lastDelivery.created_at).toISOString(),
      status: lastDelivery.response_status,
      error: lastDelivery.error,
    },
  };
}

export function toDeliveryCard(delivery: DeliveryRow): HookDeliveryCard {
  return {
    id: delivery.id,
    uuid: delivery.uuid,
    event: delivery.event_name,
    at: delivery.created_at.toISOString(),
    attempt: delivery.attempt,
    durationMs: delivery.duration_ms,
    status: delivery.response_status,
    state: delivery.state,
    error: delivery.error,
  };
}

export function toDeliveryDetail(delivery: DeliveryRow, path: string): HookDeliveryDetail {
  return {
    ...toDeliveryCard(delivery),
    url: delivery.url,
    requestHeaders: delivery.request_headers,
    requestBody: delivery.request_body,
    responseHeaders: delivery.response_headers,
    responseBody: delivery.response_body,
    resendPath: `${path}/${delivery.hook_id}/deliveries/${delivery.id}/resend`,
  };
}
