import type { ReportedState, ReportStatusInput } from '@tributary/contract/ci/commit-statuses.ts';
import { isFinished } from '@tributary/contract/ci/status.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { BRANCH_PREFIX, branchRef, isFullRef, readRef, refsContaining, TAG_PREFIX, tagRef } from '@tributary/git';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { defineOperation } from '../../platform/operation.ts';
import { can } from '../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { getRevision, loadForWriting } from '../../repositories/index.ts';
import { insertJob, type JobRow, latestStatusJob, updateJob } from '../store/job-store.ts';
import {
  ensureStage,
  insertPipeline,
  lockCommit,
  lockPipeline,
  newestPipeline,
  type PipelineRow,
} from '../store/pipeline-store.ts';
import { jobChanged, refreshPipeline } from './refresh-pipeline.ts';

export type StatusReport = Omit<ReportStatusInput, 'pipeline_id'> & {
  projectId: number;
  commit: string;
  pipelineId?: number | undefined;
};
export type ReportedStatus = { job: JobRow; pipeline: PipelineRow };

const DEFAULT_NAME = 'default';
const STAGE = 'external';
/** After every stage of a configuration. */
const STAGE_POSITION = 1_000_000;

/**
 * Stores what another system reports on a commit, as a job of the commit's newest pipeline or of a new external one. A report
 * of the same name updates the job that is there, or replaces it if that has finished.
 */
export const reportStatus = defineOperation<StatusReport, ProjectAccess, ReportedStatus>({
  name: 'commit_status.report',
  load: (ctx, input) => loadForWriting(ctx, input.projectId),
  check: (ctx, access) => can(ctx.actor, 'create_commit_status', featureOf(access, 'repository')),
  run: async (ctx, access, input) => {
    const { commitSha: sha } = await getRevision(ctx, access, input.commit, 'Commit');
    await lockCommit(ctx.db, access.project.id, sha);
    const pipeline = await pipelineFor(ctx, access, sha, input);
    const job = await writeJob(ctx, pipeline, input);
    return { job, pipeline: await refreshPipeline(ctx, pipeline) };
  },
});

/** The named pipeline, else the newest of the commit (and ref, if given), else a new one. */
async function pipelineFor(
  ctx: Context,
  access: ProjectAccess,
  sha: string,
  input: StatusReport,
): Promise<PipelineRow> {
  const projectId = access.project.id;
  const named = input.ref?.replace(/^refs\/(heads|tags)\//, '');
  const found = await newestPipeline(ctx.db, { projectId, sha, ref: named, id: input.pipelineId });
  if (found) {
    const locked = await lockPipeline(ctx.db, found.id);
    if (locked) return locked;
  }
  if (input.pipelineId !== undefined)
    throw new AppError('not_found', { resource: 'Pipeline for pipeline_id, sha and ref' });
  const { ref, isTag } = await refOf(ctx, access, sha, named);
  const userId = actorId(ctx.actor) ?? null;
  const values = { project_id: projectId, sha, ref, is_tag: isTag, source: 'external', user_id: userId } as const;
  return insertPipeline(ctx.db, { ...values, created_at: ctx.clock.now() });
}

async function writeJob(ctx: Context, pipeline: PipelineRow, input: StatusReport): Promise<JobRow> {
  const name = input.name ?? input.context ?? DEFAULT_NAME;
  const present = await latestStatusJob(ctx.db, pipeline.id, name);
  const continues = present !== undefined && !isFinished(present.status);
  if (present && !continues) await updateJob(ctx.db, present, { is_retried: true });
  const values = valuesOf(ctx, input, continues ? present : undefined);
  const job = continues ? await updateJob(ctx.db, present, values) : await addJob(ctx, pipeline, name, values);
  // The pipeline is locked, so that nobody else can have changed the job.
  if (!job) throw new Error(`job ${present?.id} of a locked pipeline was changed`);
  const before = continues ? present.status : null;
  if (before !== job.status) await jobChanged(ctx, job, before);
  return job;
}

async function addJob(
  ctx: Context,
  pipeline: PipelineRow,
  name: string,
  values: ReturnType<typeof valuesOf>,
): Promise<JobRow> {
  const stage = await ensureStage(ctx.db, { pipelineId: pipeline.id, name: STAGE, position: STAGE_POSITION });
  const owner = { project_id: pipeline.project_id, pipeline_id: pipeline.id, stage_id: stage.id };
  const userId = actorId(ctx.actor) ?? null;
  return insertJob(ctx.db, { ...owner, kind: 'status', name, user_id: userId, queued_at: ctx.clock.now(), ...values });
}

function valuesOf(ctx: Context, input: StatusReport, present: JobRow | undefined) {
  const now = ctx.clock.now();
  const hasStarted = (state: ReportedState) => state !== 'pending' && state !== 'skipped';
  return {
    status: input.state,
    description: input.description ?? present?.description ?? null,
    target_url: (input.target_url ?? present?.target_url ?? '') || null,
    coverage: input.coverage ?? present?.coverage ?? null,
    failure_reason: input.state === 'failed' ? 'api_failure' : null,
    started_at: present?.started_at ?? (hasStarted(input.state) ? now : null),
    finished_at: isFinished(input.state) ? now : null,
  };
}

/** The branch or tag the commit was built for: as given, else a branch that contains it, the default one first. */
async function refOf(
  ctx: Context,
  access: ProjectAccess,
  sha: string,
  name: string | undefined,
): Promise<{ ref: string; isTag: boolean }> {
  const repo = repositoryOf(ctx, access);
  if (name !== undefined) {
    const isBranch = isFullRef(branchRef(name)) && (await readRef(repo, branchRef(name))) !== undefined;
    const isTag = !isBranch && isFullRef(tagRef(name)) && (await readRef(repo, tagRef(name))) !== undefined;
    // The branch may be gone, or never have been here: for a commit of a fork only its name is known.
    return { ref: name, isTag };
  }
  const branches = await refsContaining(repo, sha, BRANCH_PREFIX, 1_000);
  const main = access.project.default_branch;
  const branch = main !== null && branches.includes(main) ? main : branches[0];
  if (branch !== undefined) return { ref: branch, isTag: false };
  const [tag] = await refsContaining(repo, sha, TAG_PREFIX, 1);
  if (tag === undefined) throw new AppError('not_found', { resource: 'References for commit' });
  return { ref: tag, isTag: true };
}
