import type { PageJob } from './pipeline-page.ts';
import type { RunnerStatus } from './runners.ts';

export type RunnerKind = 'instance' | 'group' | 'project';

/** A runner in a list, as one user meets it. */
export type RunnerCard = {
  id: number;
  description: string;
  shortToken: string;
  kind: RunnerKind;
  status: RunnerStatus;
  isBusy: boolean;
  isPaused: boolean;
  isLocked: boolean;
  runsUntagged: boolean;
  isProtectedOnly: boolean;
  tags: string[];
  maximumTimeout: number | null;
  maintenanceNote: string;
  version: string | null;
  platform: string | null;
  architecture: string | null;
  executor: string | null;
  ipAddress: string | null;
  contactedAt: string | null;
  createdAt: string;
  /** Page of the runner in the scope of the list. */
  href: string;
  /** The viewer may change, pause and delete it. */
  canAdmin: boolean;
  /** It works for this project, which does not own it. */
  canUnassign: boolean;
};

export type RunnerScope = { kind: RunnerKind; id: number; name: string };

export type RunnerList = { kind: 'own' | 'assignable' | RunnerKind; runners: RunnerCard[]; total: number };

export type RunnersPageData = {
  scope: RunnerScope;
  /** Address of this server for the command that registers a runner. */
  url: string;
  canCreate: boolean;
  lists: RunnerList[];
  /** Only for projects: whether runners of others work for it. */
  enabled: { instance: boolean; group: boolean } | null;
  /** Only of the list of the instance. */
  filters: { status: RunnerStatus | null; type: RunnerKind | null; paused: boolean | null; tag: string | null };
  paging: { page: number; perPage: number; total: number | null; hasNext: boolean } | null;
};

export type RunnerManagerItem = {
  id: number;
  systemId: string;
  status: RunnerStatus;
  isBusy: boolean;
  version: string | null;
  platform: string | null;
  architecture: string | null;
  executor: string | null;
  ipAddress: string | null;
  contactedAt: string | null;
};

export type RunnerJobItem = PageJob & { projectPath: string };

export type RunnerPageData = {
  scope: RunnerScope;
  url: string;
  runner: RunnerCard;
  createdBy: { name: string; href: string } | null;
  managers: RunnerManagerItem[];
  /** Where it works, as far as the viewer may see it; its owner first. */
  containers: { name: string; href: string }[];
  jobs: RunnerJobItem[];
  paging: { page: number; perPage: number; total: number | null; hasNext: boolean };
};
