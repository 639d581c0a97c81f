import type { ErrorDefinition } from './catalogue.ts';

export const RUNNER_ERRORS = {
  runner_token_invalid: { kind: 'forbidden', text: '403 Forbidden - The runner token is invalid.' },
  job_router_unavailable: {
    kind: 'unavailable',
    text: '501 Not Implemented - There is no job router. Ask for jobs with POST /jobs/request.',
  },
  registration_token_invalid: {
    kind: 'forbidden',
    text: '403 Forbidden - invalid token supplied. Reset the registration token, or create the runner with POST /user/runners.',
  },
  runner_is_locked: { kind: 'forbidden', text: '403 Forbidden - Runner is locked' },
  runner_not_assignable: {
    kind: 'forbidden',
    text: '403 Forbidden - only a project runner can be assigned to projects or removed from them',
  },
  runner_is_assigned: { kind: 'invalid', text: 'Runner has already been assigned to this project' },
  runner_is_owned: {
    kind: 'forbidden',
    text: '403 Forbidden - the project that owns the runner cannot give it up. Delete the runner instead.',
  },
  job_token_invalid: { kind: 'forbidden', text: '403 Forbidden - The job is not running, or its token is invalid.' },
  log_range_missing: {
    kind: 'invalid',
    text: '400 Bad request - Missing header Content-Range. Send "start-end" with the first and last byte of the piece.',
  },
  log_range_wrong: { kind: 'invalid', text: '416 Range Not Satisfiable - The log has {size} bytes. Continue there.' },
  log_incomplete: { kind: 'invalid', text: '412 Precondition Failed - The log has only {size} bytes. Send the rest.' },
  job_not_erasable: { kind: 'forbidden', text: '403 Forbidden - Job is not erasable' },
  artifact_kind_wrong: { kind: 'invalid', text: 'artifact_type and artifact_format do not fit each other' },
  artifact_exists: { kind: 'invalid', text: 'another artifact of the same type already exists' },
  artifact_too_large: { kind: 'too_large', text: 'The artifact is too large. At most {limit} bytes are accepted.' },
  artifacts_unreadable: { kind: 'invalid', text: 'The archive cannot be read: {reason}.' },
} as const satisfies Record<string, ErrorDefinition>;
