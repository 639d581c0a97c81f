import type { UserRef } from '../projects/page.ts';
import type { CommitHeadData } from '../projects/repository-page.ts';
import type { DetailedStatus } from './pipeline-rest.ts';
import type { FindingSeverity } from './commit-reports.ts';
import type { CiStatus, PipelineSource } from './status.ts';
import type { TestReportTab } from './test-reports.ts';
import type { ReportedLicense, SecurityFinding } from '../merge-requests/tool-reports.ts';

/** What the pages read. The names are those of the interface that older clients of the pages know. */

export type JobAction = { title: string; button_title: string; icon: string; path: string; method: 'post' };
export type JobStatus = DetailedStatus & { action?: JobAction };

export type PageStage = {
  name: string;
  /** `test: passed`. */
  title: string;
  status: DetailedStatus;
  path: string;
  /** Answers with the jobs of the stage. */
  dropdown_path: string;
};

/** A job that waits; `playable` where the reader may start it. */
export type ManualAction = {
  name: string;
  path: string;
  playable: boolean;
  scheduled: boolean;
  /** When a delayed one starts by itself. */
  scheduled_at: string | null;
};

/** A pipeline that another one started, or that started it. */
export type PageLinkedPipeline = {
  id: number;
  iid: number;
  name: string | null;
  active: boolean;
  source: PipelineSource;
  coverage: string | null;
  path: string;
  details: { status: DetailedStatus };
  /** The job that started the one of the two that came after. */
  source_job: { name: string };
  project: { id: number; name: string; full_path: string };
};

export type PagePipeline = {
  id: number;
  iid: number;
  name: string | null;
  user: UserRef | null;
  active: boolean;
  source: PipelineSource;
  path: string;
  /** In per cent, with two decimals. */
  coverage: string | null;
  created_at: string;
  updated_at: string;
  started_at: string | null;
  yaml_errors: string | null;
  flags: {
    latest: boolean;
    stuck: boolean;
    auto_devops: boolean;
    merge_request: boolean;
    yaml_errors: boolean;
    retryable: boolean;
    cancelable: boolean;
    failure_reason: boolean;
    detached_merge_request_pipeline: boolean;
    merge_request_pipeline: boolean;
    merge_train_pipeline: boolean;
    /** Commit statuses of another system. */
    external: boolean;
  };
  details: {
    status: DetailedStatus;
    stages: PageStage[];
    duration: number | null;
    queued_duration: number | null;
    finished_at: string | null;
    event_type_name: string;
    /** Files of its jobs that the reader may download. */
    artifacts: { name: string; path: string; expired: boolean }[];
    /** Jobs that a user starts by hand, and delayed ones that may be started earlier; up to a limit. */
    manual_actions: ManualAction[];
    scheduled_actions: ManualAction[];
  };
  commit: { id: string; short_id: string; title: string | null; commit_path: string };
  ref: { name: string; path: string; tag: boolean; branch: boolean; merge_request: boolean };
  /** Pipelines that its jobs started, and the one whose job started it; only those that the reader may see. */
  triggered: PageLinkedPipeline[];
  triggered_by: PageLinkedPipeline | null;
  /** Answers with the files of its jobs; null when there are none. */
  artifacts_path: string | null;
  /** Answers with what `artifacts:expose_as` names; null when no job names anything. */
  exposed_artifacts_path: string | null;
  cancel_path?: string;
  retry_path?: string;
};

/** A file of a job, to be downloaded. */
export type PipelineArtifact = { name: string; path: string; size: number };
export type ExposedArtifact = { text: string; url: string; job_path: string; job_name: string };
/** `is_final`: nothing will be added. */
export type ExposedArtifactsAnswer = { artifacts: ExposedArtifact[]; is_final: boolean };

export type PageJob = {
  id: number;
  name: string;
  stage: string;
  status: JobStatus;
  state: CiStatus;
  allow_failure: boolean;
  description: string | null;
  started_at: string | null;
  finished_at: string | null;
  duration: number | null;
  failure_reason: string | null;
  coverage: number | null;
  retried: boolean;
  /** When a delayed job starts by itself. */
  scheduled_at: string | null;
};

export type StageAnswer = { name: string; latest_statuses: PageJob[] };
/** `run`: what it takes to run a pipeline for a merge request; null where the reader cannot. */
export type PipelinesAnswer = {
  pipelines: PagePipeline[];
  count: { all: number };
  run: { path: string; runs_fork_code: boolean } | null;
};

export type PipelineFilters = {
  username: string | null;
  /** A branch or tag. */
  ref: string | null;
  tag: string | null;
  status: CiStatus | null;
  source: PipelineSource | null;
};

export type PipelinesPageData = {
  projectId: number;
  projectPath: string;
  pipelines: PagePipeline[];
  filters: PipelineFilters;
  scope: 'all' | 'finished' | 'branches' | 'tags';
  canRun: boolean;
  canClearCaches: boolean;
  paging: { page: number; perPage: number; total: number | null; hasNext: boolean };
};

/** Kind `commit_pipelines`: `/-/commit/<sha>/pipelines`. */
export type CommitPipelinesPageData = CommitHeadData & {
  pipelines: PagePipeline[];
  paging: PipelinesPageData['paging'];
};

export type PipelineTab =
  | 'graph'
  | 'builds'
  | 'failures'
  | 'test_report'
  | 'codequality_report'
  | 'security'
  | 'licenses';

/** Another pipeline that started this one, or that one of its jobs started. */
export type LinkedPipelineItem = {
  id: number;
  path: string;
  projectName: string;
  projectPath: string;
  /** The job that started the one of them that came after. */
  jobName: string;
  source: PipelineSource;
  status: DetailedStatus;
};

export type CodeQualityItem = {
  path: string;
  line: number;
  href: string;
  severity: FindingSeverity;
  description: string;
  engine: string | null;
};

/** Findings on the commit of the pipeline. */
export type CodeQualityTab = { total: number; findings: CodeQualityItem[]; problem: string | null; isPending: boolean };

/** Reports of tools. The items are those of the open tab, up to a limit; the total is that of all. */
export type ToolTab<T> = { total: number; items: T[]; problem: string | null };
export type ToolTabs = {
  /** Null when no job reported any. `href` leads to the line in the commit. */
  security: ToolTab<SecurityFinding & { href: string | null }> | null;
  licenses: ToolTab<ReportedLicense> | null;
};

export type PipelinePageData = {
  tab: PipelineTab;
  projectId: number;
  projectPath: string;
  pipeline: PagePipeline;
  stages: StageAnswer[];
  /** The end of the logs of failed jobs by their ids, on the tab of failed jobs. */
  log_tails: Record<number, string>;
  /** By the id of a job, the names of those that it needs; only of jobs that have `needs`. */
  needs: Record<number, string[]>;
  linked: { upstream: LinkedPipelineItem | null; downstream: LinkedPipelineItem[] };
  /** Null when no job has reported tests. */
  tests: TestReportTab | null;
  /** Null when nothing was reported. The findings are on their tab only. */
  quality: CodeQualityTab | null;
  tools: ToolTabs;
  can: { update: boolean; destroy: boolean };
};
