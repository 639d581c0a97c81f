import type { RestBridge, RestJob } from '@tributary/contract/ci/job-rest.ts';
import type { RestCommit } from '@tributary/contract/projects/repository-rest.ts';
import { renderUserBasic } from '../../accounts/index.ts';
import type { JobView } from '../reads/jobs.ts';
import { toRestManager, toRestRunner } from '../runners/render/to-rest-runner.ts';
import { jobPath, type ProjectHome, toRestPipelineBasic } from './to-rest-pipeline.ts';

/** What a view of a job does not hold: its commit as the REST endpoint renders it, and how long it took or waited. */
export type JobFacts = { commit: RestCommit | null; duration: number | null; queued: number | null };

function toFields(home: ProjectHome, { job, user, pipeline }: JobView, { commit, duration, queued }: JobFacts) {
  return {
    id: job.id,
    status: job.status,
    stage: job.stage,
    name: job.name,
    ref: pipeline.ref,
    tag: pipeline.is_tag,
    coverage: job.coverage,
    allow_failure: job.allow_failure,
    created_at: job.created_at.toISOString(),
    started_at: job.started_at?.toISOString() ?? null,
    finished_at: job.finished_at?.toISOString() ?? null,
    erased_at: job.erased_at?.toISOString() ?? null,
    duration,
    queued_duration: queued,
    user: user && renderUserBasic(user, { config: { url: home.origin } }),
    commit,
    pipeline: toRestPipelineBasic(home, pipeline),
    ...(job.status === 'failed' && { failure_reason: job.failure_reason ?? 'unknown_failure' }),
    web_url: `${home.origin}${jobPath(home.fullPath, job.id)}`,
    project: { ci_job_token_scope_enabled: false },
  };
}

export function toRestJob(home: ProjectHome, view: JobView, facts: JobFacts): RestJob {
  const archive = view.artifacts.find(({ type }) => type === 'archive');
  return {
    ...toFields(home, view, facts),
    ...(archive && { artifacts_file: { filename: archive.file_name, size: archive.size_bytes } }),
    artifacts: view.artifacts.map((artifact) => ({
      file_type: artifact.type,
      size: artifact.size_bytes,
      filename: artifact.file_name,
      file_format: artifact.format,
    })),
    runner: view.runner && toRestRunner(home.origin, view.runner),
    runner_manager: view.manager && toRestManager(view.manager),
    artifacts_expire_at: view.job.artifacts_expire_at?.toISOString() ?? null,
    archived: false,
    tag_list: view.job.tags,
  };
}

export function toRestBridge(home: ProjectHome, view: JobView, facts: JobFacts): RestBridge {
  const { downstream } = view;
  const started = downstream && toRestPipelineBasic({ ...home, fullPath: downstream.fullPath }, downstream.row);
  return { ...toFields(home, view, facts), downstream_pipeline: started ?? null };
}
