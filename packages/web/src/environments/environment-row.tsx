import type { EnvironmentEntry, PageDeployment, PageEnvironment } from '@tributary/contract/environments/page.ts';
import { Clock, Folder } from 'lucide-react';
import { plural } from '../lib/format.ts';
import { Time } from '../lib/time.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { ActButton } from './act-button.tsx';
import { DeployedCommit, DeploymentBadge, EnvironmentBadges, OpenAppButton } from './environment-parts.tsx';

type Done = () => void | Promise<void>;
type Props = { entry: EnvironmentEntry; folderHref: string; onDone: Done };

function Deployment({ deployment }: { deployment: PageDeployment }) {
  const { status, finished_at: finishedAt, created_at: createdAt } = deployment;
  return (
    <div className="flex items-start gap-2">
      <DeploymentBadge status={status} />
      <div className="min-w-0">
        <DeployedCommit deployment={deployment} />
        <p className="text-sm text-fg-muted">
          <Time value={finishedAt ?? createdAt} />
        </p>
      </div>
    </div>
  );
}

/** What is deployed, and below it what comes next. */
function Deployments({ environment: { last_deployment: last, upcoming_deployment: upcoming } }: EnvironmentProps) {
  return (
    <div className="flex min-w-0 flex-1 basis-64 flex-col gap-2">
      {last === null ? <span className="text-fg-muted">No deployments yet</span> : <Deployment deployment={last} />}
      {upcoming !== null && (
        <div>
          <p className="text-sm font-medium">Upcoming</p>
          <Deployment deployment={upcoming} />
        </div>
      )}
    </div>
  );
}

type EnvironmentProps = { environment: PageEnvironment };

function Actions({ environment, onDone }: EnvironmentProps & { onDone: Done }) {
  const { external_url: url, state, last_deployment: last, upcoming_deployment: upcoming } = environment;
  const isStopped = state === 'stopped';
  return (
    <span className="inline-flex flex-wrap items-start gap-1 lg:justify-end">
      {url !== null && !isStopped && <OpenAppButton url={url} />}
      {upcoming?.play_path != null && <ActButton act="deploy" path={upcoming.play_path} onDone={onDone} />}
      {last?.retry_path != null && !isStopped && <ActButton act="redeploy" path={last.retry_path} onDone={onDone} />}
      {environment.stop_path !== null && <ActButton act="stop" path={environment.stop_path} onDone={onDone} />}
    </span>
  );
}

/** Rows of one list have their parts below each other. */
const ROW =
  'flex flex-wrap items-start gap-x-4 gap-y-2 border-b px-4 py-3 last:border-b-0 lg:col-span-full lg:grid lg:grid-cols-subgrid';
export const ENVIRONMENT_LIST =
  'rounded-md border bg-surface lg:grid lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto_auto]';

/** A folder of environments, or one environment with what was deployed to it last. */
export function EnvironmentListRow({ entry: { folder, size, environment }, folderHref, onDone }: Props) {
  if (folder !== null) {
    return (
      <li className={ROW}>
        <a href={folderHref} className="inline-flex items-center gap-2 rounded-sm font-medium hover:text-accent-fg">
          <Folder size={16} aria-hidden /> <bdi className="wrap-anywhere">{folder}</bdi>
        </a>
        <span className="text-sm text-fg-muted">{plural(size, 'environment')}</span>
      </li>
    );
  }
  const { waiting_deployment_path: waitingPath } = environment;
  return (
    <li className={ROW}>
      <div className="min-w-0 flex-1 basis-48">
        <span className="inline-flex flex-wrap items-center gap-2">
          <a href={environment.path} className="rounded-sm font-medium hover:text-accent-fg">
            <bdi className="wrap-anywhere">{environment.name}</bdi>
          </a>
          <EnvironmentBadges environment={environment} />
        </span>
        {environment.auto_stop_at !== null && (
          <p className="flex items-center gap-1 text-sm text-fg-muted">
            <Clock size={14} aria-hidden /> Stops <Time value={environment.auto_stop_at} />
          </p>
        )}
      </div>
      <Deployments environment={environment} />
      <span className="text-sm empty:max-lg:hidden">
        {waitingPath !== null && <TextLink href={waitingPath}>Waiting for approval</TextLink>}
      </span>
      <Actions environment={environment} onDone={onDone} />
    </li>
  );
}
