import type { JobListItem } from '@tributary/contract/ci/jobs-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import type { ListedJob } from '../reads/job-list.ts';
import { refView } from '../rules/job-paths.ts';
import { toPageJob } from './to-page-pipeline.ts';
import { pipelinePath } from './to-rest-pipeline.ts';

const SHORT_SHA = 8;

export function toJobListItem({ access, view, mayUpdate }: ListedJob, duration: number | null): JobListItem {
  const { job, pipeline, user, runner } = view;
  const { full_path: path } = access.project;
  return {
    ...toPageJob(path, job, { duration, mayUpdate }),
    projectPath: path,
    pipeline: { id: pipeline.id, path: pipelinePath(path, pipeline.id), source: pipeline.source },
    ref: refView(path, pipeline.ref),
    commit: { short_id: pipeline.sha.slice(0, SHORT_SHA), path: repositoryPaths.commit(path, pipeline.sha) },
    user: user && { name: user.name, username: user.username },
    runner: runner && { description: runner.runner.description, kind: runner.runner.kind },
    tags: job.tags,
    created_at: job.created_at.toISOString(),
  };
}
