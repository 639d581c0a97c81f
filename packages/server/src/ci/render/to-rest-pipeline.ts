import type { RestPipelineBasic } from '@tributary/contract/ci/pipeline-rest.ts';
import type { PipelineRow } from '../store/pipeline-store.ts';

/** Where the project of a pipeline lives. */
export type ProjectHome = { origin: string; fullPath: string };

export const pipelinePath = (fullPath: string, id: number): string => `/${fullPath}/-/pipelines/${id}`;

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
