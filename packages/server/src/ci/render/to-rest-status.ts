import type { RestCommitStatus } from '@tributary/contract/ci/commit-statuses.ts';
import { renderUserBasic } from '../../accounts/index.ts';
import type { NamedStatus } from '../reads/commit-statuses.ts';

export function toRestCommitStatus(origin: string, { job, sha, ref, author }: NamedStatus): RestCommitStatus {
  return {
    id: job.id,
    sha,
    ref,
    status: job.status,
    name: job.name,
    target_url: job.target_url,
    description: job.description,
    created_at: job.created_at.toISOString(),
    started_at: job.started_at?.toISOString() ?? null,
    finished_at: job.finished_at?.toISOString() ?? null,
    allow_failure: job.allow_failure,
    coverage: job.coverage,
    pipeline_id: job.pipeline_id,
    author: author ? renderUserBasic(author, { config: { url: origin } }) : null,
  };
}
