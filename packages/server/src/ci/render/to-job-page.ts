import type { JobPageData } from '@tributary/contract/ci/job-page.ts';
import type { PageJob, PagePipeline } from '@tributary/contract/ci/pipeline-page.ts';
import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import type { JobPageView } from '../reads/view-job-page.ts';
import { toJobArtifacts } from '../artifacts/render/to-job-artifacts.ts';
import { jobPath, pipelinePath } from './to-rest-pipeline.ts';
import { toPageJob, toPagePipeline } from './to-page-pipeline.ts';

function toUserRef(user: UserView | null): PagePipeline['user'] {
  if (!user) return null;
  const { id, username, name, avatarUrl } = user;
  return { id, username, name, avatarUrl, href: `/${username}` };
}

/** Measured by the read: how long the job took, or has taken until now, and how long it waited. */
type Times = { duration: number | null; queued: number | null };

export function toJobPage(
  project: { id: number; full_path: string },
  view: JobPageView,
  { duration, queued }: Times,
  stageJobs: PageJob[],
): JobPageData {
  const { job, runner, hasLog } = view;
  const { id, name, path, commit, ref, details } = toPagePipeline(view.pipeline);
  const jobAddress = jobPath(project.full_path, job.id);
  return {
    projectId: project.id,
    projectPath: project.full_path,
    job: {
      ...toPageJob(project.full_path, job, { duration, mayUpdate: view.pipeline.mayUpdate }),
      kind: job.kind,
      created_at: job.created_at.toISOString(),
      queued_duration: queued,
      timeout_seconds: job.timeout_seconds,
      tags: job.tags,
      environment: job.environment,
      waits_for_approval: job.status === 'manual' && job.run_when !== 'manual',
      exit_code: job.exit_code,
      erased_at: job.erased_at?.toISOString() ?? null,
      user: toUserRef(view.user),
      erased_by: toUserRef(view.erasedBy),
    },
    pipeline: { id, name, path, commit, ref, status: details.status },
    stage_jobs: stageJobs,
    runner: runner
      ? {
          id: runner.id,
          description: runner.description || `#${runner.id}`,
          href: view.maySeeRunner ? `/${project.full_path}/-/runners/${runner.id}` : null,
        }
      : null,
    runner_state: view.runnerState,
    artifacts: toJobArtifacts(project.full_path, view),
    downstream_path: view.downstreamId === null ? null : pipelinePath(project.full_path, view.downstreamId),
    log:
      hasLog === null
        ? null
        : {
            path: `${jobAddress}/trace.json`,
            lines_path: `${jobAddress}/trace_lines.json`,
            search_path: `${jobAddress}/trace_search.json`,
            raw_path: `${jobAddress}/raw`,
            has_log: hasLog,
          },
    can: view.can,
    variables: view.variables,
  };
}
