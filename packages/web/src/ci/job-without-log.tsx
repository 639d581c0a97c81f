import type { JobPageData } from '@tributary/contract/ci/job-page.ts';
import { CircleMinus, Clock, Eraser, ExternalLink, FileText, Hourglass, Play, Server, Workflow } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState, type EmptyStateProps } from '../ui/empty-state.tsx';
import { failureText } from './job-parts.tsx';
import { RemainingTime } from './remaining-time.tsx';

const WAITING: Partial<Record<JobPageData['job']['state'], EmptyStateProps>> = {
  created: {
    icon: Hourglass,
    title: 'This job has not been triggered yet',
    text: 'It starts when the earlier jobs have passed.',
  },
  preparing: { icon: Hourglass, title: 'This job is preparing to start' },
  waiting_for_callback: { icon: Hourglass, title: 'This job is waiting for another system' },
  waiting_for_resource: {
    icon: Hourglass,
    title: 'This job is waiting for a resource',
    text: 'Another job of its resource group is running. It starts when that one has ended.',
  },
  pending: { icon: Clock, title: 'This job has not started yet', text: 'It is waiting to be picked up by a runner.' },
  running: { icon: Clock, title: 'This job is running', text: 'Its log appears here as soon as the runner sends it.' },
  manual: { icon: Play, title: 'This job requires a manual action', text: 'It starts when a user runs it.' },
  scheduled: {
    icon: Clock,
    title: 'This job is delayed',
    text: 'It starts automatically later, or when a user runs it.',
  },
  skipped: { icon: CircleMinus, title: 'This job has been skipped', text: 'An earlier job did not succeed.' },
  canceled: { icon: CircleMinus, title: 'This job has been canceled', text: 'It has no log.' },
  canceling: { icon: CircleMinus, title: 'This job is being canceled' },
};

function externalStatus({ job }: JobPageData): ReactNode {
  const target = job.status.details_path;
  return (
    <EmptyState
      icon={ExternalLink}
      title="This job runs in another system"
      text={job.description ?? 'Its status was reported through the API. The log is kept there.'}
      action={
        target !== null &&
        /^https?:\/\//.test(target) && (
          <Button asChild iconEnd={ExternalLink}>
            <a href={target} target="_blank" rel="noopener noreferrer nofollow">
              Open in the other system
            </a>
          </Button>
        )
      }
    />
  );
}

function stuckText(runnerState: 'none' | 'offline', tags: readonly string[]): string {
  const because = 'This job is stuck because';
  if (runnerState === 'offline') {
    return `${because} all runners that can take it are offline. Start one of them, or add a runner.`;
  }
  return tags.length > 0
    ? `${because} no active runner of this project has all these tags: ${tags.join(', ')}.`
    : `${because} no active runner can take jobs of this project. Add a runner, or resume one that is paused.`;
}

/** Says why there is no log to see. */
export function JobWithoutLog({ data }: { data: JobPageData }) {
  const { job, runner_state: runnerState, downstream_path: downstream, log } = data;
  if (job.kind === 'status') return externalStatus(data);
  if (job.kind === 'bridge') {
    return (
      <EmptyState
        icon={Workflow}
        title="This job starts another pipeline"
        text={job.state === 'failed' ? failureText(job) : 'It has no log of its own.'}
        action={
          downstream !== null && (
            <Button asChild>
              <a href={downstream}>View downstream pipeline</a>
            </Button>
          )
        }
      />
    );
  }
  if (job.erased_at !== null) {
    return <EmptyState icon={Eraser} title="This job has been erased" text="Its log and its artifacts were removed." />;
  }
  if (log === null) return <EmptyState icon={FileText} title="You are not allowed to read the log of this job" />;
  if (runnerState === 'none' || runnerState === 'offline') {
    return <EmptyState icon={Server} title="This job is stuck" text={stuckText(runnerState, job.tags)} />;
  }
  if (job.waits_for_approval) {
    return (
      <EmptyState
        icon={Hourglass}
        title="This job waits for approval"
        text="It starts when its deployment is approved."
        action={
          <Button asChild>
            <a href={`/${data.projectPath}/-/environments?search=${encodeURIComponent(job.environment ?? '')}`}>
              View environment
            </a>
          </Button>
        }
      />
    );
  }
  if (job.scheduled_at !== null) {
    return (
      <EmptyState
        icon={Clock}
        title="This job is delayed"
        text={
          <>
            It starts by itself in <RemainingTime until={job.scheduled_at} />, or when a user runs it.
          </>
        }
      />
    );
  }
  const waiting = WAITING[job.state];
  if (waiting) return <EmptyState {...waiting} />;
  const reason = job.state === 'failed' ? failureText(job) : 'The runner sent nothing.';
  return <EmptyState icon={FileText} title="This job does not have a log" text={reason} />;
}
