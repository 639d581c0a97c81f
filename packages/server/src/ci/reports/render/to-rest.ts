import type { RestCommitReport } from '@tributary/contract/ci/commit-reports.ts';
import { renderUserBasic } from '../../../accounts/index.ts';
import type { NamedReport } from '../reads/commit-reports.ts';

export function toRestCommitReport(origin: string, { row, author }: NamedReport): RestCommitReport {
  return {
    id: row.id,
    sha: row.sha,
    kind: row.kind,
    name: row.name,
    state: row.state,
    failure_reason: row.failure,
    size: row.size_bytes,
    entries: row.entries_count,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    author: author ? renderUserBasic(author, { config: { url: origin } }) : null,
  };
}
