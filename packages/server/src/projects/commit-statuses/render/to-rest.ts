import type { RestCommitStatus } from '@tributary/contract/projects/commit-statuses.ts';
import { toRestUserBasic } from '../../render/to-rest-user.ts';
import type { NamedStatus } from '../reads/commit-statuses.ts';

export function toRestCommitStatus(origin: string, { row, author }: NamedStatus): RestCommitStatus {
  return {
    id: row.id,
    sha: row.sha,
    ref: row.ref,
    status: row.state,
    name: row.name,
    target_url: row.target_url,
    description: row.description,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    allow_failure: false,
    coverage: row.coverage,
    pipeline_id: null,
    author: author ? toRestUserBasic(origin, author) : null,
  };
}
