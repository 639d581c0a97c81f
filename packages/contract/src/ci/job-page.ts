import type { JobArtifactsItem } from './artifacts-page.ts';
import type { PageJob, PagePipeline } from './pipeline-page.ts';
import type { CiStatus } from './status.ts';

/** How the job stands to the runners: `none` can take it, or it is no question. */
export type RunnerState = 'none' | 'waiting' | 'assigned' | null;

/** The page of one job. */
export type JobPageData = {
  projectId: number;
  projectPath: string;
  job: PageJob & {
    kind: 'build' | 'bridge' | 'status';
    created_at: string;
    /** Seconds that it waited for a runner. */
    queued_duration: number | null;
    timeout_seconds: number | null;
    tags: string[];
    environment: string | null;
    /** It is held until its deployment is approved. */
    waits_for_approval: boolean;
    exit_code: number | null;
    erased_at: string | null;
    user: PagePipeline['user'];
    erased_by: PagePipeline['user'];
  };
  pipeline: Pick<PagePipeline, 'id' | 'name' | 'path' | 'commit' | 'ref'> & {
    status: PagePipeline['details']['status'];
  };
  /** The jobs of the same stage, without those that were replaced. */
  stage_jobs: PageJob[];
  runner: { id: number; description: string } | null;
  runner_state: RunnerState;
  /** Null where it has none, or none that the viewer may read. */
  artifacts: JobArtifactsItem | null;
  /** Another pipeline that this job started, in the same project. */
  downstream_path: string | null;
  /** Null where a job has no log: bridges and commit statuses, and for who may not read logs. */
  log: { path: string; raw_path: string; has_log: boolean } | null;
  can: { retry: boolean; play: boolean; cancel: boolean; erase: boolean };
};

/** A part of a log, from the byte that was asked for. */
export type TracePart = {
  id: number;
  status: CiStatus;
  offset: number;
  /** Where the next part begins: characters are not torn. */
  next_offset: number;
  size: number;
  text: string;
  /** Nothing will be added, and this is the end. */
  is_complete: boolean;
};
