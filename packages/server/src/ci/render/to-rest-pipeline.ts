import type { DetailedStatus, RestPipeline, RestPipelineBasic } from '@tributary/contract/ci/pipeline-rest.ts';
import { lookOfPipeline, type StatusLook } from '@tributary/contract/ci/status.ts';
import { renderUserBasic } from '../../accounts/index.ts';
import type { PipelineView } from '../reads/pipelines.ts';
import type { PipelineRow } from '../store/pipeline-store.ts';
import { pipelinePath } from '../rules/job-paths.ts';

/** Where the project of a pipeline lives. */
export type ProjectHome = { origin: string; fullPath: string };

export { jobPath, pipelinePath } from '../rules/job-paths.ts';
export const coverageText = (coverage: number | null): string | null => coverage?.toFixed(2) ?? null;

const NO_SHA = '0'.repeat(40);

export function toDetailedStatus(look: StatusLook, detailsPath: string | null): DetailedStatus {
  return {
    icon: look.icon,
    text: look.text,
    label: look.label,
    group: look.group,
    tooltip: look.label,
    has_details: detailsPath !== null,
    details_path: detailsPath,
    illustration: null,
    favicon: null,
  };
}

export function toRestPipelineBasic({ origin, fullPath }: ProjectHome, row: PipelineRow): RestPipelineBasic {
  return {
    id: row.id,
    iid: row.iid,
    project_id: row.project_id,
    sha: row.sha,
    ref: row.ref,
    status: row.status,
    source: row.source,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    web_url: `${origin}${pipelinePath(fullPath, row.id)}`,
    name: row.name,
  };
}

export function toRestPipeline(home: ProjectHome, { row, user }: Pick<PipelineView, 'row' | 'user'>): RestPipeline {
  const look = lookOfPipeline(row.status, row.has_warnings);
  return {
    ...toRestPipelineBasic(home, row),
    before_sha: row.before_sha ?? NO_SHA,
    tag: row.is_tag,
    yaml_errors: row.yaml_errors,
    user: user && renderUserBasic(user, { config: { url: home.origin } }),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    committed_at: null,
    duration: row.duration_seconds,
    queued_duration: row.queued_seconds,
    coverage: coverageText(row.coverage),
    detailed_status: toDetailedStatus(look, pipelinePath(home.fullPath, row.id)),
    archived: false,
  };
}
