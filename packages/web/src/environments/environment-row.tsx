import type { EnvironmentEntry } from '@tributary/contract/environments/page.ts';
import { Clock, Folder } from 'lucide-react';
import { plural } from '../lib/format.ts';
import { Time } from '../lib/time.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { ActButton } from './act-button.tsx';
import { DeployedCommit, DeploymentBadge, EnvironmentBadges, OpenAppButton } from './environment-parts.tsx';

type Props = { entry: EnvironmentEntry; folderHref: string; onDone: () => void | Promise<void> };

/** A folder of environments, or one environment with what was deployed to it last. */
export function EnvironmentListRow({ entry: { folder, size, environment }, folderHref, onDone }: Props) {
  if (folder !== null) {
    return (
      <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-3 last:border-b-0">
        <a href={folderHref} className="inline-flex items-center gap-2 rounded-sm font-medium hover:text-accent-fg">
          <Folder size={16} aria-hidden /> <bdi className="wrap-anywhere">{folder}</bdi>
        </a>
        <span className="text-sm text-fg-muted">{plural(size, 'environment')}</span>
      </li>
    );
  }
  const { last_deployment: last, stop_path: stopPath, waiting_deployment_path: waitingPath } = environment;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b px-4 py-3 last:border-b-0">
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
      <div className="min-w-0 flex-1 basis-64">
        {last === null ? (
          <span className="text-fg-muted">No deployments yet</span>
        ) : (
          <div className="flex items-start gap-2">
            <DeploymentBadge status={last.status} />
            <DeployedCommit deployment={last} />
          </div>
        )}
      </div>
      {waitingPath !== null && (
        <TextLink href={waitingPath} className="text-sm">
          Waiting for approval
        </TextLink>
      )}
      <span className="inline-flex flex-wrap gap-1">
        {environment.external_url !== null && environment.state !== 'stopped' && (
          <OpenAppButton url={environment.external_url} />
        )}
        {last?.retry_path != null && environment.state !== 'stopped' && (
          <ActButton act="redeploy" path={last.retry_path} onDone={onDone} />
        )}
        {stopPath !== null && <ActButton act="stop" path={stopPath} onDone={onDone} />}
      </span>
    </li>
  );
}
