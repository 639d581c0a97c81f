import type { RunnerCard, RunnerKind } from '@tributary/contract/ci/runners-page.ts';
import type { RunnerStatus } from '@tributary/contract/ci/runners.ts';
import { Time } from '../../lib/time.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

const STATUSES: Record<RunnerStatus, { text: string; tone: BadgeTone; title: string }> = {
  online: { text: 'Online', tone: 'success', title: 'It contacted the server in the last 2 hours.' },
  offline: { text: 'Offline', tone: 'neutral', title: 'It has not contacted the server for more than 2 hours.' },
  stale: { text: 'Stale', tone: 'warning', title: 'It has not contacted the server for more than 7 days.' },
  never_contacted: {
    text: 'Never contacted',
    tone: 'neutral',
    title: 'Register it with its token to bring it online.',
  },
};

export const STATUS_NAMES = Object.entries(STATUSES).map(([value, { text }]) => ({ value, label: text }));

export const KIND_NAMES: Record<RunnerKind, string> = { instance: 'Instance', group: 'Group', project: 'Project' };

export function RunnerStatusBadge({ status }: { status: RunnerStatus }) {
  const { text, tone, title } = STATUSES[status];
  return (
    <Badge tone={tone} title={title}>
      {text}
    </Badge>
  );
}

export const runnerName = ({ id, description }: Pick<RunnerCard, 'id' | 'description'>): string =>
  description.trim() === '' ? `Runner #${id}` : description;

/** What limits the jobs that a runner takes. */
export function RunnerBadges({ runner }: { runner: RunnerCard }) {
  return (
    <>
      <RunnerStatusBadge status={runner.status} />
      {runner.isPaused && (
        <Badge tone="warning" title="It takes no new jobs.">
          Paused
        </Badge>
      )}
      {runner.isBusy && (
        <Badge tone="accent" title="It works on a job.">
          Running a job
        </Badge>
      )}
      {runner.isProtectedOnly && <Badge title="It takes jobs of protected branches and tags only.">Protected</Badge>}
      {runner.isLocked && <Badge title="It cannot be assigned to other projects.">Locked</Badge>}
    </>
  );
}

export function RunnerTags({ runner }: { runner: Pick<RunnerCard, 'tags' | 'runsUntagged'> }) {
  if (runner.tags.length === 0) return null;
  return (
    <span className="mt-1 flex flex-wrap items-center gap-1">
      {runner.tags.map((tag) => (
        <Badge key={tag}>
          <bdi>{tag}</bdi>
        </Badge>
      ))}
      {runner.runsUntagged && <span>and jobs without tags</span>}
    </span>
  );
}

export function RunnerMeta({ runner }: { runner: RunnerCard }) {
  const { id, shortToken, version, platform, architecture, contactedAt, createdAt } = runner;
  const machine = [version, platform, architecture].filter((part) => part !== null).join(' · ');
  return (
    <>
      #{id} (<code>{shortToken}</code>){machine !== '' && ` · ${machine}`} ·{' '}
      {contactedAt === null ? (
        <Time value={createdAt} prefix="created " />
      ) : (
        <Time value={contactedAt} prefix="last contact " />
      )}
      <RunnerTags runner={runner} />
    </>
  );
}
