import { lookOfJob } from '@tributary/contract/ci/status.ts';
import type { PageDeployment, PageEnvironment, WidgetDeployment } from '@tributary/contract/environments/page.ts';
import { encodePath, repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { jobPath, refView, toDetailedStatus } from '../../ci/index.ts';
import type { ChangedPage } from '../reads/changed-pages.ts';
import type { DeploymentView } from '../reads/deployments.ts';
import type { DeploymentRow } from '../store/deployment-store.ts';
import type { EnvironmentRow } from '../store/environment-store.ts';

const SHORT_SHA = 8;
const MAX_TITLE = 500;

export const environmentsPath = (fullPath: string): string => `/${encodePath(fullPath)}/-/environments`;
export const environmentPath = (fullPath: string, id: number): string => `${environmentsPath(fullPath)}/${id}`;

export const deploymentPath = (fullPath: string, environmentId: number, iid: number): string =>
  `${environmentPath(fullPath, environmentId)}/deployments/${iid}`;

const PLAYABLE = new Set(['manual', 'scheduled']);
const REPEATABLE = new Set(['success', 'failed', 'canceled']);

/** Where the job of a deployment is started or repeated, for who may. */
function actionsOf(fullPath: string, { row, job, mayRun }: DeploymentView) {
  if (!job || !mayRun || row.status === 'blocked') return { play_path: null, retry_path: null };
  const path = jobPath(fullPath, job.id);
  return {
    play_path: PLAYABLE.has(job.status) ? `${path}/play` : null,
    retry_path: REPEATABLE.has(job.status) && !job.is_retried ? `${path}/retry` : null,
  };
}

export function toPageDeployment(fullPath: string, view: DeploymentView): PageDeployment {
  const { row, environment, user, job, commit, isLast, approvals } = view;
  return {
    id: row.id,
    iid: row.iid,
    path: deploymentPath(fullPath, environment.id, row.iid),
    status: row.status,
    pending_approvals: row.status === 'blocked' ? (approvals?.state.pending ?? 0) : 0,
    is_last: isLast,
    ref: { ...refView(fullPath, row.ref), tag: row.is_tag },
    commit: {
      short_id: row.sha.slice(0, SHORT_SHA),
      title: commit?.subject.slice(0, MAX_TITLE) ?? null,
      path: repositoryPaths.commit(fullPath, row.sha),
    },
    user: user && {
      id: user.id,
      username: user.username,
      name: user.name,
      avatarUrl: user.avatarUrl,
      href: `/${user.username}`,
    },
    job: job && {
      name: job.name,
      path: jobPath(fullPath, job.id),
      status: toDetailedStatus(lookOfJob(job.status, job.allow_failure), jobPath(fullPath, job.id)),
    },
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    ...actionsOf(fullPath, view),
  };
}

/** What the reader may do with an environment. */
export type EnvironmentRights = { stop: boolean; update: boolean };

export function toPageEnvironment(
  fullPath: string,
  row: EnvironmentRow,
  {
    last,
    upcoming,
    waiting,
    can,
    isProtected,
  }: {
    last: DeploymentView | undefined;
    upcoming: DeploymentView | undefined;
    waiting: DeploymentRow | undefined;
    can: EnvironmentRights;
    isProtected: boolean;
  },
): PageEnvironment {
  const path = environmentPath(fullPath, row.id);
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    tier: row.tier,
    is_protected: isProtected,
    description: row.description,
    external_url: row.external_url,
    auto_stop_at: row.auto_stop_at?.toISOString() ?? null,
    auto_stop_setting: row.auto_stop_setting,
    path,
    stop_path: can.stop ? `${path}/stop` : null,
    cancel_auto_stop_path: can.update && row.auto_stop_at !== null ? `${path}/cancel_auto_stop` : null,
    last_deployment: last ? toPageDeployment(fullPath, last) : null,
    upcoming_deployment: upcoming ? toPageDeployment(fullPath, upcoming) : null,
    waiting_deployment_path: waiting ? deploymentPath(fullPath, row.id, waiting.iid) : null,
  };
}

/** Without the scheme, as it is read. */
const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, '');

const formatted = (time: Date): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(time);

export function toWidgetDeployment(
  fullPath: string,
  view: DeploymentView,
  { canStop, changes }: { canStop: boolean; changes: ChangedPage[] },
): WidgetDeployment {
  const { row, environment } = view;
  const { play_path: playPath, retry_path: retryPath } = actionsOf(fullPath, view);
  const path = environmentPath(fullPath, environment.id);
  return {
    id: row.id,
    name: environment.name,
    status: row.status,
    url: row.status === 'blocked' ? deploymentPath(fullPath, environment.id, row.iid) : path,
    stop_url: canStop ? `${path}/stop` : null,
    retry_url: retryPath,
    external_url: environment.external_url,
    external_url_formatted: environment.external_url === null ? null : withoutScheme(environment.external_url),
    deployed_at: row.finished_at?.toISOString() ?? null,
    deployed_at_formatted: row.finished_at && formatted(row.finished_at),
    details: { playable_build: playPath === null ? null : { play_path: playPath, retry_path: retryPath } },
    deployment_approved: row.status !== 'blocked',
    environment_available: environment.state === 'available',
    changes,
  };
}
