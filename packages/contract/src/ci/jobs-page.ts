import type { PageJob } from './pipeline-page.ts';
import type { RunnerKind } from './runners-page.ts';
import type { CiStatus, PipelineSource } from './status.ts';

/** Realtime topic: `pipeline.changed` of every project, for administrators. */
export const ALL_JOBS_TOPIC = 'jobs:all';

/** A row of a list of jobs. */
export type JobListItem = PageJob & {
  projectPath: string;
  pipeline: { id: number; path: string; source: PipelineSource };
  ref: { name: string; path: string };
  commit: { short_id: string; path: string };
  user: { name: string; username: string } | null;
  /** The machine that has or had the job. */
  runner: { description: string; kind: RunnerKind } | null;
  tags: string[];
  created_at: string;
};

export type JobFilters = {
  status: CiStatus | null;
  source: PipelineSource | null;
  name: string | null;
  runner_type: RunnerKind | null;
};

export type JobsPageData = {
  scope: 'project' | 'instance';
  /** Where changes of these jobs are published. */
  topic: string;
  jobs: JobListItem[];
  filters: JobFilters;
  list: 'all' | 'finished';
  /** Of the instance: whether there is something to cancel, and the actor may. */
  canCancelAll: boolean;
  paging: { page: number; perPage: number; total: number | null; hasNext: boolean };
};
