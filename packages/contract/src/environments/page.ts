import type { DetailedStatus } from '../ci/pipeline-rest.ts';
import type { UserRef } from '../projects/page.ts';
import type { PageApprovals } from './approvals.ts';
import type { AutoStopSetting, DeploymentStatus, EnvironmentState, Tier } from './status.ts';

/** What the pages read of environments. */

export type PageDeployment = {
  id: number;
  iid: number;
  path: string;
  status: DeploymentStatus;
  /** How many approvals it waits for. */
  pending_approvals: number;
  /** The newest one that succeeded. */
  is_last: boolean;
  ref: { name: string; path: string; tag: boolean };
  commit: { short_id: string; title: string | null; path: string };
  user: UserRef | null;
  job: { name: string; path: string; status: DetailedStatus } | null;
  created_at: string;
  finished_at: string | null;
  /** Starts a manual job. */
  play_path: string | null;
  /** Runs the job again: re-deploys, or rolls back to an older commit. */
  retry_path: string | null;
};

export type PageEnvironment = {
  id: number;
  name: string;
  state: EnvironmentState;
  tier: Tier;
  /** Only chosen users deploy to it. */
  is_protected: boolean;
  description: string;
  external_url: string | null;
  auto_stop_at: string | null;
  auto_stop_setting: AutoStopSetting;
  path: string;
  /** Null when the reader cannot stop it. */
  stop_path: string | null;
  cancel_auto_stop_path: string | null;
  last_deployment: PageDeployment | null;
  /** The newest one, where it waits to be started or runs. */
  upcoming_deployment: PageDeployment | null;
  /** Of a deployment that waits for approval. */
  waiting_deployment_path: string | null;
};

/** A first part of names with how many environments are below it, or one environment. */
export type EnvironmentEntry = { folder: string | null; size: number; environment: PageEnvironment };

export type EnvironmentsPageData = {
  projectId: number;
  projectPath: string;
  scope: 'available' | 'stopped';
  folder: string | null;
  search: string;
  /** The end of a deploy freeze that is under way. */
  frozenUntil: string | null;
  can: { create: boolean };
  entries: EnvironmentEntry[];
  counts: { available: number; stopped: number };
  paging: { page: number; perPage: number; total: number | null; hasNext: boolean };
};

export type EnvironmentPageData = {
  projectId: number;
  projectPath: string;
  environment: PageEnvironment;
  deployments: PageDeployment[];
  can: { destroy: boolean; update: boolean };
  paging: { page: number; perPage: number; total: number | null; hasNext: boolean };
};

/** Kind `deployment_show`. */
export type DeploymentPageData = {
  projectId: number;
  environment: { id: number; name: string; path: string };
  deployment: PageDeployment;
  approvals: PageApprovals | null;
};

/** A deployment as the merge widget asks for it. */
export type WidgetDeployment = {
  id: number;
  name: string;
  status: DeploymentStatus;
  url: string;
  stop_url: string | null;
  retry_url: string | null;
  external_url: string | null;
  external_url_formatted: string | null;
  deployed_at: string | null;
  deployed_at_formatted: string | null;
  details: { playable_build: { play_path: string; retry_path: string | null } | null };
  deployment_approved: boolean;
  environment_available: boolean;
  changes: { path: string; external_url: string }[];
};

/** Where the page goes after an environment was stopped. */
export type StopAnswer = { redirect_url: string };
