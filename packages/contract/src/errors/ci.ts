import type { ErrorDefinition } from './catalogue.ts';

export const CI_ERRORS = {
  job_not_playable: { kind: 'invalid', text: 'Unplayable Job: only a manual or delayed job can be started.' },
  job_not_scheduled: { kind: 'invalid', text: 'The job is not scheduled: only a delayed job can be unscheduled.' },
  catalog_needs_description: {
    kind: 'invalid',
    text: 'The project needs a description before it can be added to the CI/CD catalog. Add one under Settings, General.',
  },
  pipeline_variables_not_allowed: {
    kind: 'forbidden',
    text: 'Insufficient permissions to set pipeline variables. Remove the variables, or ask a maintainer to change who can set them under Settings, CI/CD.',
  },
  job_waits_for_approval: {
    kind: 'invalid',
    text: 'The deployment waits for approval. The job can be started when it is approved.',
  },
  release_exists: { kind: 'conflict', text: 'Release already exists: the tag "{tag}" has a release. Change that one.' },
  release_tag_missing: {
    kind: 'invalid',
    text: 'The tag "{tag}" does not exist. Create it, or send ref with the branch or commit that gets the tag.',
  },
  job_not_retryable: { kind: 'forbidden', text: '403 Forbidden - Job is not retryable' },
  job_not_cancelable: { kind: 'forbidden', text: '403 Forbidden - Job is not cancelable' },
  schedule_not_run: { kind: 'invalid', text: 'The pipeline was not created. {reason}' },
  variable_ambiguous: {
    kind: 'conflict',
    text: "409 Conflict - There are multiple variables with provided parameters. Please use 'filter[environment_scope]'",
  },
} as const satisfies Record<string, ErrorDefinition>;
