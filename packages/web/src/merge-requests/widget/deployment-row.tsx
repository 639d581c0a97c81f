import type { WidgetDeployment } from '@tributary/contract/environments/page.ts';
import type { DeploymentStatus } from '@tributary/contract/environments/status.ts';
import { useState } from 'react';
import {
  ACTS,
  type DeploymentAct,
  failureOf,
  OTHER_ACTION,
  performAct,
} from '../../environments/deployment-actions.ts';
import { Time } from '../../lib/time.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { StatusIcon, type StatusGroup } from '../../ui/status-icon.tsx';
import { ViewApp } from './view-app.tsx';

type ShownStatus = Exclude<DeploymentStatus, 'created'> | 'manual_deploy' | 'will_deploy';

/** One that waits is started by hand, or will be by its pipeline. */
export function visibleStatus({ status, details }: Pick<WidgetDeployment, 'status' | 'details'>): ShownStatus {
  if (status !== 'created') return status;
  return details.playable_build ? 'manual_deploy' : 'will_deploy';
}

const LOOKS: Record<ShownStatus, { text: string; group: StatusGroup }> = {
  manual_deploy: { text: 'Can be manually deployed to', group: 'neutral' },
  will_deploy: { text: 'Will deploy to', group: 'notice' },
  blocked: { text: 'Waiting for approval to deploy to', group: 'notice' },
  running: { text: 'Deploying to', group: 'running' },
  success: { text: 'Deployed to', group: 'success' },
  failed: { text: 'Failed to deploy to', group: 'failed' },
  canceled: { text: 'Canceled deployment to', group: 'neutral' },
  skipped: { text: 'Skipped deployment to', group: 'neutral' },
};

type Offered = { act: DeploymentAct; path: string };

function offeredActs(deployment: WidgetDeployment): Offered[] {
  const { details, retry_url: retryPath, stop_url: stopPath } = deployment;
  const status = visibleStatus(deployment);
  const offered: Offered[] = [];
  if (status === 'manual_deploy' && details.playable_build) {
    offered.push({ act: 'deploy', path: details.playable_build.play_path });
  }
  if (status === 'failed' && retryPath !== null) offered.push({ act: 'redeploy', path: retryPath });
  if (stopPath !== null) offered.push({ act: 'stop', path: stopPath });
  return offered;
}

type Props = { deployment: WidgetDeployment; onDone: () => Promise<void> };

function Acts({ deployment, onDone }: Props) {
  const [running, setRunning] = useState<DeploymentAct | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const press = async ({ act, path }: Offered) => {
    setRunning(act);
    setFailure(null);
    try {
      if (await performAct(act, path)) await onDone();
    } catch (error) {
      setFailure(failureOf(act, error));
    } finally {
      setRunning(null);
    }
  };
  return (
    <>
      {failure !== null && (
        <span role="alert" className="text-sm text-failed">
          {failure}
        </span>
      )}
      {offeredActs(deployment).map((offered) => {
        const { act } = offered;
        const isOther = running !== null && running !== act;
        const title = isOther ? OTHER_ACTION : running === act ? ACTS[act].busy : undefined;
        return (
          <Button
            key={act}
            size="sm"
            busy={running === act}
            disabled={isOther}
            title={title}
            onClick={() => void press(offered)}
          >
            {ACTS[act].action}
          </Button>
        );
      })}
    </>
  );
}

function App({ deployment }: { deployment: WidgetDeployment }) {
  const { external_url: url, environment_available: isAvailable, status } = deployment;
  if (url === null || status !== 'success' || !isAvailable) return null;
  return (
    <>
      <ViewApp url={url} changes={deployment.changes} />
      <CopyButton text={url} label="Copy URL" size="sm" />
    </>
  );
}

/** Where one environment stands, and what can be done about it. */
export function DeploymentRow({ deployment, onDone }: Props) {
  const { text, group } = LOOKS[visibleStatus(deployment)];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t px-4 py-2 first:border-t-0">
      <StatusIcon group={group} label={text} size={16} />
      <span className="min-w-0 flex-1 basis-48">
        {text}{' '}
        <a href={deployment.url} className="rounded-sm font-medium text-accent-fg hover:underline">
          <bdi className="wrap-anywhere">{deployment.name}</bdi>
        </a>{' '}
        {deployment.deployed_at !== null && (
          <span className="text-fg-muted">
            <Time value={deployment.deployed_at} />
          </span>
        )}
      </span>
      <span className="inline-flex flex-wrap items-center gap-2">
        <App deployment={deployment} />
        <Acts deployment={deployment} onDone={onDone} />
      </span>
    </li>
  );
}
