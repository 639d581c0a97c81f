import type { LogSection } from './log-lines.ts';
import type { AnsiStyle } from './log-style.ts';
import type { JobArtifactsItem } from './artifacts-page.ts';
import type { PageJob, PagePipeline } from './pipeline-page.ts';
import type { CiStatus } from './status.ts';

/** How the job stands to the runners: `none` can take it, those that can are all `offline`, or it is no question. */
export type RunnerState = 'none' | 'offline' | 'waiting' | 'assigned' | null;

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
  /** `href` where the viewer may see the page of the runner. */
  runner: { id: number; description: string; href: string | null } | null;
  runner_state: RunnerState;
  /** Null where it has none, or none that the viewer may read. */
  artifacts: JobArtifactsItem | null;
  /** Another pipeline that this job started, in the same project. */
  downstream_path: string | null;
  /** Null where a job has no log: bridges and commit statuses, and for who may not read logs. */
  log: { path: string; lines_path: string; search_path: string; raw_path: string; has_log: boolean } | null;
  can: { retry: boolean; play: boolean; unschedule: boolean; cancel: boolean; erase: boolean };
  /** Those that the job was started with by hand; null for who cannot give it others. */
  variables: { key: string; value: string }[] | null;
};

/** A line as its page shows it; what most lines do not have is left out. */
export type PageLogLine = {
  text: string;
  style?: AnsiStyle;
  time?: string;
  /** Index of the section that it heads. */
  header?: number;
  /** Only the beginning is sent. */
  is_cut?: true;
};

export type PageLogSection = LogSection & { index: number };

/** What a page knows of a log of any length before it reads lines; `since` lines were known before. */
export type LogOutline = {
  id: number;
  status: CiStatus;
  /** Lines that are complete. */
  lines: number;
  /** The line that has no end yet. */
  last: PageLogLine | null;
  /** Sections that began or ended since. */
  sections: PageLogSection[];
  has_times: boolean;
  /** More of the log is there, and not looked at yet. */
  has_more: boolean;
  /** Nothing will be added, and this is all. */
  is_complete: boolean;
  /** Lines from the first on, where none were known. */
  start: PageLogLine[];
};

/** Lines from the one that was asked for. */
export type LogLines = { from: number; lines: PageLogLine[] };

/** Lines that need not follow each other, each with its place. */
export type LogLinesAt = { lines: [at: number, line: PageLogLine][] };

/** Lines that hold a text, and the line from which the search goes on. */
export type LogMatches = { lines: number[]; next: number | null };
