import type { PageJob } from '@tributary/contract/ci/pipeline-page.ts';
import { ExternalLink } from 'lucide-react';

/** Reasons as users read them; others are shown as they are. */
const REASONS: Record<string, string> = {
  api_failure: 'Another system reported a failure',
  script_failure: 'There was a script failure',
  job_execution_timeout: 'The job reached its timeout',
  stuck_or_timeout_failure: 'The job was stuck, or its runner was lost',
  no_matching_runner: 'No runner could take the job',
  image_pull_failure: 'The image of the job could not be pulled',
  runner_configuration_error: 'The configuration of the job or of its runner is not valid',
  runner_external_dependency_failure: 'A service that the runner needs failed',
  runner_interrupted: 'The runner was stopped while the job ran',
  user_blocked: 'The user of the job is blocked',
  runner_system_failure: 'The runner had a problem',
  missing_dependency_failure: 'Artifacts that the job needs are missing',
  runner_unsupported: 'The runner does not support this job',
  scheduler_failure: 'The job could not be given to a runner',
  deployment_rejected: 'The deployment was rejected',
  protected_environment_failure: 'The environment is protected, and the user of the job cannot deploy to it',
  data_integrity_failure: 'The configuration of the job could not be read',
};

export function failureText(job: Pick<PageJob, 'description' | 'failure_reason'>): string {
  if (job.description !== null && job.description !== '') return job.description;
  const reason = job.failure_reason;
  return reason === null ? 'The reason of the failure is unknown' : (REASONS[reason] ?? reason.replaceAll('_', ' '));
}

const isExternal = (path: string): boolean => /^https?:/.test(path);

/** The name of a job; leads to where its log is. */
export function JobName({ job, className = '' }: { job: PageJob; className?: string }) {
  const { details_path: path } = job.status;
  const name = <bdi className="wrap-anywhere">{job.name}</bdi>;
  if (path === null) return <span className={className}>{name}</span>;
  if (!isExternal(path)) {
    return (
      <a href={path} className={`rounded-sm text-fg hover:text-accent-fg ${className}`}>
        {name}
      </a>
    );
  }
  return (
    <a
      href={path}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className={`rounded-sm text-fg hover:text-accent-fg ${className}`}
    >
      {name} <ExternalLink size={12} aria-label="(opens in a new tab)" className="inline align-baseline" />
    </a>
  );
}
