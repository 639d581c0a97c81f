import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import type {
  CommitStatusSummary,
  CommitStatusView,
  ProjectPipelineStatus,
} from '@tributary/contract/projects/commit-statuses.ts';
import { listUsersByIds } from '../../accounts/index.ts';
import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { countStatusJobs, listStatusJobs, type StatusFilter, type StatusJob } from '../store/commit-status-store.ts';
import { countJobs, type JobRow } from '../store/job-store.ts';
import { newestOfBranches, newestPipelines } from '../store/pipeline-store.ts';

export type NamedStatus = {
  job: Pick<JobRow, Exclude<keyof JobRow, 'options'>>;
  sha: string;
  ref: string;
  author: UserView | undefined;
};

export async function nameStatuses(ctx: Context, jobs: readonly Omit<NamedStatus, 'author'>[]): Promise<NamedStatus[]> {
  const users = await listUsersByIds(
    ctx,
    jobs.flatMap(({ job }) => job.user_id ?? []),
  );
  const byId = new Map(users.map((user) => [user.id, user]));
  return jobs.map((each) => ({ ...each, author: byId.get(each.job.user_id ?? 0) }));
}

const ofCommit = (job: StatusJob) => ({ job, sha: job.sha, ref: job.ref });

export async function listStatuses(
  ctx: Context,
  filter: StatusFilter,
  request: PageRequest & { sort: 'asc' | 'desc'; orderBy: 'id' | 'pipeline_id' },
): Promise<Page<NamedStatus>> {
  const { page, perPage, ...order } = request;
  const total = await countStatusJobs(ctx.db, filter);
  const jobs = await listStatusJobs(ctx.db, filter, { ...order, limit: perPage, offset: (page - 1) * perPage });
  return pageOf(await nameStatuses(ctx, jobs.map(ofCommit)), request, total);
}

/** The newest pipeline of each commit in short; commits without one are left out. Two queries for all. */
export async function statusSummaries(
  ctx: Context,
  { project }: ProjectAccess,
  shas: readonly string[],
): Promise<ReadonlyMap<string, CommitStatusSummary>> {
  const pipelines = await newestPipelines(ctx.db, [project.id], shas);
  const counts = new Map(
    (
      await countJobs(
        ctx.db,
        pipelines.map(({ id }) => id),
      )
    ).map((row) => [row.pipeline_id, row]),
  );
  return new Map(
    pipelines.map(({ id, sha, status, has_warnings: hasWarnings }) => {
      const { passed = 0, total = 0 } = counts.get(id) ?? {};
      const href = `/${encodePath(project.full_path)}/-/pipelines/${id}`;
      return [sha, { state: status, hasWarnings, passed, total, href }];
    }),
  );
}

/** The newest pipeline of the default branch of each project, with one statement; projects without one are left out. */
export async function defaultBranchStatuses(
  ctx: Context,
  projects: readonly ProjectAccess['project'][],
): Promise<ReadonlyMap<number, ProjectPipelineStatus>> {
  const heads = projects.flatMap(({ id, default_branch: ref }) => (ref === null ? [] : [{ projectId: id, ref }]));
  const found = new Map((await newestOfBranches(ctx.db, heads)).map((row) => [row.projectId, row]));
  return new Map(
    projects.flatMap((project) => {
      const pipeline = found.get(project.id);
      if (!pipeline) return [];
      const href = `/${encodePath(project.full_path)}/-/pipelines/${pipeline.id}`;
      return [[project.id, { state: pipeline.status, hasWarnings: pipeline.hasWarnings, href }]];
    }),
  );
}

const MAX_SHOWN = 200;

/** The jobs of a commit as its page shows them. */
export async function statusViews(ctx: Context, projectId: number, sha: string): Promise<CommitStatusView[]> {
  const page = { limit: MAX_SHOWN, offset: 0, sort: 'asc', orderBy: 'id' } as const;
  const jobs = await listStatusJobs(ctx.db, { projectId, sha, includesRetried: false }, page);
  return jobs.map((job) => ({
    id: job.id,
    name: job.name,
    ref: job.ref,
    state: job.status,
    allowFailure: job.allow_failure,
    description: job.description,
    targetUrl: job.target_url,
    reportedAt: job.updated_at.toISOString(),
  }));
}
