import type { CiStatus } from '../ci/status.ts';

/** Of a commit in a list: the status of its newest pipeline. */
export type CommitStatusSummary = {
  state: CiStatus;
  hasWarnings: boolean;
  passed: number;
  total: number;
  /** The page of the pipeline. */
  href: string;
};

/** The newest pipeline of the default branch, of a project in a list. */
export type ProjectPipelineStatus = Pick<CommitStatusSummary, 'state' | 'hasWarnings' | 'href'>;

/** A job on the commit's own page. */
export type CommitStatusView = {
  id: number;
  name: string;
  ref: string;
  state: CiStatus;
  allowFailure: boolean;
  description: string | null;
  /** Leads to another site. */
  targetUrl: string | null;
  /** The page of a job that runs here. */
  href: string | null;
  reportedAt: string;
};
