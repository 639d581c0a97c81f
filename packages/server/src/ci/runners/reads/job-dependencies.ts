import { expandVariables } from '@tributary/ci-config';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import { getProjectAccess } from '../../../projects/index.ts';
import { getArchive } from '../../artifacts/reads/job-artifacts.ts';
import {
  type Dependency,
  findJobByRef,
  findJobOfPipeline,
  listDependencies,
} from '../../artifacts/store/artifact-store.ts';
import { isSamePipelineFamily } from '../../downstream/downstream-store.ts';
import { jobFilesOf } from '../../job-files-access.ts';
import { resolveRef } from '../../reads/resolve-ref.ts';
import type { JobSubject, JobVariable } from './job-variables.ts';

/** A job that needs files which are not there does not start. */
export class MissingDependency extends Error {}

/**
 * Jobs whose archive a job gets: of its own pipeline, and with `needs:project` and `needs:pipeline` those of other projects and
 * pipelines that the user of the job may read.
 */
export async function jobDependencies(
  ctx: Context,
  { job, options, pipeline, access }: JobSubject,
  variables: readonly JobVariable[],
): Promise<Dependency[]> {
  const values = new Map(variables.map(({ key, value }) => [key, value]));
  const expand = (text: string) => expandVariables(text, (name) => values.get(name), {});
  const found = await listDependencies(ctx.db, job, options.dependencies);
  for (const need of options.otherNeeds ?? []) {
    if (need.kind === 'cross_project' && need.artifacts) {
      found.push(await ofProject(ctx, { path: expand(need.project), ref: expand(need.ref), name: expand(need.job) }));
    } else if (need.kind === 'cross_pipeline' && need.artifacts) {
      const id = Number(expand(need.pipeline));
      const isRelated = Number.isSafeInteger(id) && (await isSamePipelineFamily(ctx.db, pipeline.id, id));
      const name = expand(need.job);
      const jobId = isRelated ? await findJobOfPipeline(ctx.db, id, name) : undefined;
      if (jobId === undefined)
        throw new MissingDependency(`The pipeline ${expand(need.pipeline)} has no artifacts of ${name}.`);
      const archive = await getArchive(ctx, access, jobId);
      found.push({ id: jobId, name, file_name: archive.file_name, size_bytes: archive.size_bytes });
    }
  }
  return found;
}

async function ofProject(
  ctx: Context,
  { path, ref, name }: { path: string; ref: string; name: string },
): Promise<Dependency> {
  try {
    const access = await getProjectAccess(ctx, path);
    if (isAllowed(ctx.actor, 'read_artifacts', jobFilesOf(access))) {
      const at = await resolveRef(ctx, access, ref);
      const jobId =
        at && (await findJobByRef(ctx.db, { projectId: access.project.id, ref: at.ref, isTag: at.isTag, name }));
      if (jobId !== undefined) {
        const archive = await getArchive(ctx, access, jobId);
        return { id: jobId, name, file_name: archive.file_name, size_bytes: archive.size_bytes };
      }
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'unavailable') throw error;
  }
  throw new MissingDependency(`There are no artifacts of the job ${name} of ${path} at ${ref}.`);
}
