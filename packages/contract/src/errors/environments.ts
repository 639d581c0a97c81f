import type { ErrorDefinition } from './catalogue.ts';

export const ENVIRONMENT_ERRORS = {
  environment_not_stopped: { kind: 'forbidden', text: '403 Forbidden: stop the environment before you delete it.' },
  environment_not_available: { kind: 'invalid', text: 'The environment is not available, so it cannot be stopped.' },
  environment_search_short: { kind: 'invalid', text: 'Search query must have at least 3 characters.' },
  environment_filters_exclude: { kind: 'invalid', text: 'name and search are mutually exclusive: send one of them.' },
  deployment_of_job: {
    kind: 'forbidden',
    text: '403 Forbidden: this deployment follows its job. Start, retry or cancel the job instead.',
  },
  deployment_is_last: {
    kind: 'invalid',
    text: 'The last successful or a running deployment of an environment cannot be deleted.',
  },
  deployment_status_same: { kind: 'invalid', text: 'The deployment has this status already, or is over.' },
  environment_protected: {
    kind: 'forbidden',
    text: '403 Forbidden: the environment "{name}" is protected, and you are not allowed to deploy to it.',
  },
  environment_protection_exists: { kind: 'conflict', text: 'This environment is already protected.' },
  deployer_unknown: {
    kind: 'invalid',
    text: 'You can select only members with at least the Developer role, and groups that the project or group has to do with.',
  },
  deployment_not_blocked: { kind: 'invalid', text: 'This deployment is not waiting for approval.' },
  deployment_approver_unknown: {
    kind: 'invalid',
    text: 'You are not among those who approve this deployment. Ask an owner or maintainer of the project.',
  },
  deployment_own_approval: {
    kind: 'invalid',
    text: 'You cannot approve your own deployment. Maintainers can change this in the environment settings.',
  },
  dora_range_wrong: {
    kind: 'invalid',
    text: 'The range is wrong: start_date and end_date are dates such as 2026-01-31, and the start is not after the end.',
  },
  dora_range_long: { kind: 'invalid', text: 'The range must not be longer than 180 days. Ask for it in parts.' },
} as const satisfies Record<string, ErrorDefinition>;
