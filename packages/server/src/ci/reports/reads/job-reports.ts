import { z } from 'zod';
import type { Context } from '../../../platform/context.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import type { ProjectAccess } from '../../../projects/index.ts';
import { mayReadFiles } from '../../artifacts/reads/job-artifacts.ts';
import { openReportFile, ReportTooLarge } from '../../artifacts/reads/report-file.ts';
import { type ArtifactRow, findArtifact, listReportJobs } from '../../artifacts/store/artifact-store.ts';
import { jobFilesOf } from '../../job-files-access.ts';
import { jobPath } from '../../rules/job-paths.ts';
import { readJson, readMetrics } from '../reading/read-in-worker.ts';
import { ReportRefused } from '../reading/report-refused.ts';

const MAX_BYTES = 5 * 1_048_576;
/** Jobs of a pipeline whose reports of one kind are read. */
const MAX_JOBS = 20;
const MAX_LISTED = 500;

/** The report of a job, as it is read, or why it could not be; with the variables of the job in its configuration. */
export type JobReport = { jobName: string; jobPath: string; type: string; variables?: Record<string, string> } & (
  | { value: unknown }
  | { failure: string }
);

const ofJob = z.object({ variables: z.array(z.object({ key: z.string(), value: z.string() })) });

type ReadReport = { value: unknown } | { failure: string };

async function read(ctx: Context, jobId: number, type: string): Promise<ReadReport> {
  const artifact = await findArtifact(ctx.db, jobId, type);
  return (artifact && (await readReport(ctx, artifact))) ?? { failure: 'The report was removed.' };
}

/** What a file says, or why it cannot be read; undefined where it is not there any more. */
export async function readReport(
  ctx: Pick<Context, 'storage'>,
  artifact: Pick<ArtifactRow, 'object_name' | 'format' | 'type'>,
): Promise<ReadReport | undefined> {
  try {
    const bytes = await openReportFile(ctx, artifact, MAX_BYTES);
    if (!bytes) return undefined;
    return { value: await (artifact.type === 'metrics' ? readMetrics(bytes) : readJson(bytes)) };
  } catch (error) {
    if (error instanceof ReportRefused) return { failure: error.message };
    if (error instanceof ReportTooLarge) return { failure: `The report is larger than ${MAX_BYTES / 1_048_576} MiB.` };
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
      return { failure: 'The file of the report is damaged.' };
    }
    throw error;
  }
}

type Of = { pipelineId: number; access: ProjectAccess };

/** Reports of jobs are files of theirs; single jobs may keep theirs from more users. */
export const mayReadReports = (ctx: Context, access: ProjectAccess): boolean =>
  isAllowed(ctx.actor, 'read_artifacts', jobFilesOf(access));

/** Jobs of a pipeline with reports of these kinds, whose files the actor may read. */
async function reportJobs(ctx: Context, { pipelineId, access }: Of, types: readonly string[], limit: number) {
  if (!mayReadReports(ctx, access)) return [];
  const jobs = await listReportJobs(ctx.db, pipelineId, types, limit);
  return jobs.filter((job) => mayReadFiles(ctx, access, job));
}

/** Those of these kinds that the jobs of a pipeline have, as far as the actor may read their files. */
export async function reportTypesOf(ctx: Context, of: Of, types: readonly string[]): Promise<Set<string>> {
  return new Set((await reportJobs(ctx, of, types, MAX_LISTED)).map(({ type }) => type));
}

/** Reports of these kinds of the jobs of a pipeline whose files the actor may read. */
export async function jobReports(ctx: Context, of: Of, types: readonly string[]): Promise<JobReport[]> {
  const reports: JobReport[] = [];
  for (const { id, name, type, options } of await reportJobs(ctx, of, types, MAX_JOBS)) {
    const path = jobPath(of.access.project.full_path, id);
    const configured = ofJob.safeParse(options).data?.variables ?? [];
    const variables = Object.fromEntries(configured.map(({ key, value }) => [key, value]));
    reports.push({ jobName: name, jobPath: path, type, variables, ...(await read(ctx, id, type)) });
  }
  return reports;
}
