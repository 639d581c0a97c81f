import type { PageDeployment, PageEnvironment } from '@tributary/contract/environments/page.ts';
import { DEPLOYMENT_LOOKS, type DeploymentStatus } from '@tributary/contract/environments/status.ts';
import { ExternalLink, GitBranch, Tag } from 'lucide-react';
import { groupOf } from '../projects/statuses/status-group.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { StatusBadge } from '../ui/status-icon.tsx';

export function DeploymentBadge({ status }: { status: DeploymentStatus }) {
  const { text, group } = DEPLOYMENT_LOOKS[status];
  return <StatusBadge group={groupOf({ group })} label={text} />;
}

const STATES = { available: null, stopping: 'Stopping', stopped: 'Stopped' } as const;

export function EnvironmentBadges({
  environment: { tier, state, is_protected: isProtected },
}: {
  environment: PageEnvironment;
}) {
  const text = STATES[state];
  return (
    <span className="inline-flex flex-wrap gap-1">
      {tier !== 'other' && <Badge>{tier}</Badge>}
      {isProtected && <Badge>protected</Badge>}
      {text !== null && <Badge tone={state === 'stopping' ? 'warning' : 'neutral'}>{text}</Badge>}
    </span>
  );
}

/** Only http and https get here; the server refuses the rest. */
export function OpenAppButton({ url }: { url: string }) {
  return (
    <Button asChild size="sm" iconEnd={ExternalLink}>
      <a href={url} target="_blank" rel="noopener noreferrer nofollow">
        Open
      </a>
    </Button>
  );
}

/** The commit that was deployed, and the branch or tag it came from. */
export function DeployedCommit({ deployment: { commit, ref } }: { deployment: PageDeployment }) {
  const RefIcon = ref.tag ? Tag : GitBranch;
  return (
    <div className="min-w-0">
      <a href={commit.path} className="rounded-sm text-fg hover:text-accent-fg">
        <span className="font-mono text-sm">{commit.short_id}</span>{' '}
        {commit.title !== null && <bdi className="wrap-anywhere">{commit.title}</bdi>}
      </a>
      <div className="text-sm text-fg-muted">
        <a href={ref.path} className="inline-flex min-w-0 items-center gap-1 rounded-sm hover:text-accent-fg">
          <RefIcon size={14} aria-label={ref.tag ? 'Tag' : 'Branch'} className="shrink-0" />
          <bdi className="wrap-anywhere">{ref.name}</bdi>
        </a>
      </div>
    </div>
  );
}
