import type {
  ExposedArtifact,
  ExposedArtifactsAnswer,
  PipelineArtifact,
} from '@tributary/contract/ci/pipeline-page.ts';
import { isFinished } from '@tributary/contract/ci/status.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import type { ProjectAccess } from '../../../projects/index.ts';
import { jobFilesOf } from '../../job-files-access.ts';
import { jobsOfPipeline } from '../../reads/jobs.ts';
import { jobPath } from '../../rules/job-paths.ts';
import { jobOptions } from '../../rules/job-options.ts';
import type { StagedJob } from '../../store/list-jobs-store.ts';
import type { PipelineRow } from '../../store/pipeline-store.ts';
import { artifactPaths } from '../rules/artifact-paths.ts';
import { type ArtifactRow, listArtifacts } from '../store/artifact-store.ts';
import { listPipelineArtifacts } from '../store/pipeline-files-store.ts';
import { listArchive, mayReadFiles } from './job-artifacts.ts';

const MAX_LISTED = 200;

/** Jobs whose files the actor may read, with these. */
async function jobsWithFiles(ctx: Context, access: ProjectAccess, pipelineId: number) {
  if (!isAllowed(ctx.actor, 'read_artifacts', jobFilesOf(access))) return [];
  const jobs = (await jobsOfPipeline(ctx, pipelineId)).filter(
    (job) => job.kind === 'build' && mayReadFiles(ctx, access, job),
  );
  const artifacts = await listArtifacts(
    ctx.db,
    jobs.map(({ id }) => id),
  );
  return jobs.map((job) => ({ job, files: artifacts.filter((artifact) => artifact.job_id === job.id) }));
}

/** The files of the jobs of pipelines that the actor may read, by the ids of the pipelines. */
export async function pipelineArtifacts(
  ctx: Context,
  access: ProjectAccess,
  pipelineIds: readonly number[],
): Promise<Map<number, PipelineArtifact[]>> {
  const found = new Map(pipelineIds.map((id) => [id, [] as PipelineArtifact[]]));
  if (!isAllowed(ctx.actor, 'read_artifacts', jobFilesOf(access))) return found;
  for (const row of await listPipelineArtifacts(ctx.db, pipelineIds, MAX_LISTED)) {
    if (!mayReadFiles(ctx, access, row)) continue;
    const { pipelineId, jobId, jobName, type, size } = row;
    const paths = artifactPaths(access.project.full_path, jobId);
    const path = type === 'archive' ? paths.download : paths.report(type);
    found.get(pipelineId)?.push({ name: `${jobName}:${type}`, path, size });
  }
  return found;
}

/** Where the files are that a job exposes: one file, or the folder that holds all of them. */
async function exposedUrl(
  ctx: Context,
  fullPath: string,
  job: StagedJob,
  archive: ArtifactRow,
): Promise<string | undefined> {
  const wanted = jobOptions(job).artifacts?.paths ?? [];
  const paths = artifactPaths(fullPath, job.id);
  try {
    const entries = await listArchive(ctx, archive, { recursive: true });
    const isFound = (path: string) => entries.some((entry) => entry.path === path || entry.path.startsWith(`${path}/`));
    const found = wanted.map((path) => path.replaceAll(/^\.?\/+|\/+$/g, '')).filter(isFound);
    const [only, ...others] = found;
    if (only === undefined) return undefined;
    if (others.length > 0) return paths.browse();
    const entry = entries.find(({ path }) => path === only);
    return entry?.isDirectory === false ? paths.file(only) : paths.browse(only);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** What `artifacts:expose_as` of the jobs of a pipeline names and is there. */
export async function exposedArtifacts(
  ctx: Context,
  access: ProjectAccess,
  pipeline: PipelineRow,
): Promise<ExposedArtifactsAnswer> {
  const { full_path: fullPath } = access.project;
  const artifacts: ExposedArtifact[] = [];
  for (const { job, files: own } of await jobsWithFiles(ctx, access, pipeline.id)) {
    const text = jobOptions(job).artifacts?.exposeAs ?? null;
    const archive = own.find(({ type }) => type === 'archive');
    if (text === null || !archive || artifacts.length >= MAX_LISTED) continue;
    const url = await exposedUrl(ctx, fullPath, job, archive);
    if (url !== undefined) artifacts.push({ text, url, job_path: jobPath(fullPath, job.id), job_name: job.name });
  }
  return { artifacts, is_final: isFinished(pipeline.status) };
}
