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
import { mayReadPipelines } from '../pipeline-access.ts';
import { jobPath } from '../rules/job-paths.ts';
import { countStatusJobs, listStatusJobs, type StatusFilter, type StatusJob } from '../store/commit-status-store.ts';
import { countJobs, type JobRow } from '../store/job-store.ts';
import { newestOfRefs, newestPipelines, type PipelineRow } from '../store/pipeline-store.ts';

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

type Summarized = Pick<PipelineRow, 'id' | 'status' | 'has_warnings'>;

/** Pipelines of one project in short, in their order; one query for all. */
async function summariesOf(
  ctx: Context,
  project: ProjectAccess['project'],
  pipelines: readonly Summarized[],
): Promise<CommitStatusSummary[]> {
  const ids = pipelines.map(({ id }) => id);
  const counts = new Map((await countJobs(ctx.db, ids)).map((row) => [row.pipeline_id, row]));
  return pipelines.map((pipeline) => {
    const { passed = 0, total = 0 } = counts.get(pipeline.id) ?? {};
    return { ...statusOf(project, pipeline), passed, total };
  });
}

function statusOf(
  project: ProjectAccess['project'],
  { id, status: state, has_warnings: hasWarnings }: Summarized,
): ProjectPipelineStatus {
  return { state, hasWarnings, href: `/${encodePath(project.full_path)}/-/pipelines/${id}` };
}

/** The newest pipeline of each commit in short; commits without one are left out. Two queries for all. */
export async function statusSummaries(
  ctx: Context,
  { project }: ProjectAccess,
  shas: readonly string[],
): Promise<ReadonlyMap<string, CommitStatusSummary>> {
  const pipelines = await newestPipelines(ctx.db, [project.id], shas);
  const summaries = await summariesOf(ctx, project, pipelines);
  return new Map(summaries.map((summary, at) => [pipelines[at]?.sha ?? '', summary]));
}

/** The newest pipeline of each branch or tag at its commit, by name; those without one are left out. Two queries for all. */
export async function refSummaries(
  ctx: Context,
  { project }: ProjectAccess,
  { isTag, refs }: { isTag: boolean; refs: readonly { name: string; sha: string }[] },
): Promise<ReadonlyMap<string, CommitStatusSummary>> {
  const wanted = refs.map(({ name: ref, sha }) => ({ projectId: project.id, ref, isTag, sha }));
  const pipelines = await newestOfRefs(ctx.db, wanted);
  const summaries = await summariesOf(ctx, project, pipelines);
  return new Map(summaries.map((summary, at) => [pipelines[at]?.ref ?? '', summary]));
}

/** The newest pipeline of the default branch of each project, with one statement; projects without one are left out. */
export async function defaultBranchStatuses(
  ctx: Context,
  projects: readonly ProjectAccess['project'][],
): Promise<ReadonlyMap<number, ProjectPipelineStatus>> {
  const heads = projects.flatMap(({ id, default_branch: ref }) =>
    ref === null ? [] : [{ projectId: id, ref, isTag: false, sha: null }],
  );
  const found = new Map((await newestOfRefs(ctx.db, heads)).map((row) => [row.projectId, row]));
  return new Map(
    projects.flatMap((project) => {
      const pipeline = found.get(project.id);
      return pipeline ? [[project.id, statusOf(project, pipeline)]] : [];
    }),
  );
}

const MAX_SHOWN = 200;

/** The jobs of a commit as its page shows them. */
export async function statusViews(ctx: Context, access: ProjectAccess, sha: string): Promise<CommitStatusView[]> {
  if (!mayReadPipelines(ctx, access)) return [];
  const { id: projectId, full_path: fullPath } = access.project;
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
    href: job.kind === 'status' ? null : jobPath(fullPath, job.id),
    reportedAt: job.updated_at.toISOString(),
  }));
}
