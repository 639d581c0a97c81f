import type { JobPageData } from '@tributary/contract/ci/job-page.ts';
import type { ReactNode } from 'react';
import { Time } from '../lib/time.tsx';
import { Badge } from '../ui/badge.tsx';
import { UserLink } from '../ui/user-link.tsx';
import { JobArtifacts } from './artifacts/job-artifacts.tsx';
import { formatDuration } from './format-duration.ts';
import { failureText, JobName } from './job-parts.tsx';
import { CiStatusIcon } from './pipeline-status.tsx';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-2">
      <dt className="w-24 shrink-0 text-fg-muted">{name}</dt>
      <dd className="min-w-0 flex-1 wrap-anywhere">{children}</dd>
    </div>
  );
}

function JobFacts({ data: { job, runner, downstream_path: downstream, projectPath } }: { data: JobPageData }) {
  const environmentHref = `/${projectPath}/-/environments?search=${encodeURIComponent(job.environment ?? '')}`;
  return (
    <dl className="flex flex-col gap-1.5">
      {job.duration !== null && <Fact name="Duration">{formatDuration(job.duration)}</Fact>}
      {job.queued_duration !== null && <Fact name="Queued">{formatDuration(job.queued_duration)}</Fact>}
      {job.finished_at !== null && (
        <Fact name="Finished">
          <Time value={job.finished_at} />
        </Fact>
      )}
      {job.erased_at !== null && (
        <Fact name="Erased">
          <Time value={job.erased_at} />
          {job.erased_by && (
            <>
              {' '}
              by <UserLink user={job.erased_by} />
            </>
          )}
        </Fact>
      )}
      {job.timeout_seconds !== null && <Fact name="Timeout">{formatDuration(job.timeout_seconds)}</Fact>}
      {runner && (
        <Fact name="Runner">
          {runner.href === null ? (
            `#${runner.id}`
          ) : (
            <a href={runner.href} className="rounded-sm text-accent-fg hover:underline">
              #{runner.id}
            </a>
          )}{' '}
          <bdi>{runner.description}</bdi>
        </Fact>
      )}
      {job.coverage !== null && <Fact name="Coverage">{job.coverage.toFixed(2)}%</Fact>}
      {job.state === 'failed' && <Fact name="Failure">{failureText(job)}</Fact>}
      {job.exit_code !== null && <Fact name="Exit code">{job.exit_code}</Fact>}
      {job.environment !== null && (
        <Fact name="Environment">
          <a href={environmentHref} className="rounded-sm text-accent-fg hover:underline">
            <bdi>{job.environment}</bdi>
          </a>
        </Fact>
      )}
      {job.tags.length > 0 && (
        <Fact name="Tags">
          <span className="flex flex-wrap gap-1">
            {job.tags.map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
          </span>
        </Fact>
      )}
      {downstream !== null && (
        <Fact name="Downstream">
          <a href={downstream} className="rounded-sm text-accent-fg hover:underline">
            Started pipeline
          </a>
        </Fact>
      )}
    </dl>
  );
}

/** Facts of the job, where it belongs, and the jobs beside it. */
export function JobSidebar({ data }: { data: JobPageData }) {
  const { job, pipeline, stage_jobs: jobs } = data;
  const link = 'rounded-sm text-accent-fg hover:underline';
  return (
    <div className="flex flex-col gap-5">
      <JobFacts data={data} />
      <JobArtifacts data={data} />
      <section aria-label="Commit" className="border-t pt-3">
        <h2 className="text-h3">Commit</h2>
        <a href={pipeline.commit.commit_path} className={`${link} font-mono text-sm`}>
          {pipeline.commit.short_id}
        </a>{' '}
        on{' '}
        <a href={pipeline.ref.path} className={link}>
          <bdi className="wrap-anywhere">{pipeline.ref.name}</bdi>
        </a>
        {pipeline.commit.title !== null && (
          <p className="wrap-anywhere text-fg-muted">
            <bdi>{pipeline.commit.title}</bdi>
          </p>
        )}
      </section>
      <section aria-label="Pipeline" className="border-t pt-3">
        <h2 className="mb-2 text-h3">
          Pipeline{' '}
          <a href={pipeline.path} className="rounded-sm text-accent-fg underline">
            #{pipeline.id}
          </a>
        </h2>
        <p className="mb-1 flex items-center gap-1.5 text-fg-muted">
          <CiStatusIcon status={pipeline.status} /> {pipeline.status.label}
        </p>
        <h3 className="mt-3 mb-1 font-medium">
          Stage <bdi>{job.stage}</bdi>
        </h3>
        <ul className="flex flex-col">
          {jobs.map((other) => (
            <li
              key={other.id}
              aria-current={other.id === job.id ? 'page' : undefined}
              className={`flex min-w-0 items-center gap-2 rounded-sm px-1 py-1 ${other.id === job.id ? 'bg-hover font-medium' : ''}`}
            >
              <CiStatusIcon status={other.status} />
              <JobName job={other} className="min-w-0 flex-1" />
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
