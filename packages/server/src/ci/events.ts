import type { ReportKind } from '@tributary/contract/ci/commit-reports.ts';
import type { CiStatus } from '@tributary/contract/ci/status.ts';

declare module '../platform/events.ts' {
  interface EventMap {
    /** A pipeline was created or has another status; `status` is the one it had then. */
    'pipeline.changed': {
      pipelineId: number;
      projectId: number;
      sha: string;
      /** The commit that was merged for it, where it runs on the result of a merge; else `sha`. */
      sourceSha?: string;
      ref: string;
      status: CiStatus;
      /** Null of one that was just created. */
      before: CiStatus | null;
    };
    'pipeline.deleted': {
      pipelineId: number;
      projectId: number;
      sha: string;
      sourceSha?: string;
      /** Jobs that waited for its end. */
      followerIds?: readonly number[];
    };
    'job.changed': {
      jobId: number;
      pipelineId: number;
      projectId: number;
      status: CiStatus;
      before: CiStatus | null;
    };
    /** A report on a commit has been read, or could not be. */
    'commit_report.finished': { projectId: number; sha: string; kind: ReportKind };
  }
}
