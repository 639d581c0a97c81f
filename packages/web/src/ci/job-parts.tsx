import type { PageJob } from '@tributary/contract/ci/pipeline-page.ts';
import { ExternalLink } from 'lucide-react';

/** Reasons as users read them; others are shown as they are. */
const REASONS: Record<string, string> = {
  api_failure: 'Reported as failed by another system',
  script_failure: 'There was a script failure',
  job_execution_timeout: 'The job took longer than it may',
};

export function failureText(job: PageJob): string {
  if (job.description !== null && job.description !== '') return job.description;
  const reason = job.failure_reason;
  return reason === null ? 'There is an unknown failure' : (REASONS[reason] ?? reason.replaceAll('_', ' '));
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
