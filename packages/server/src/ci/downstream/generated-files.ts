import { text } from 'node:stream/consumers';
import type { Context } from '../../platform/context.ts';
import { openZipFile } from '../artifacts/read-zip.ts';
import { findArtifact } from '../artifacts/store/artifact-store.ts';
import { jobOptions } from '../rules/job-options.ts';
import { listCurrentJobs } from '../store/dag-store.ts';
import { generatedPath, type TriggeredInclude } from './trigger-options.ts';

const MAX_FILE_BYTES = 1024 * 1024;

/** The file of a child pipeline is not there. */
export class GeneratedFileMissing extends Error {}

const problem = (message: string) => new GeneratedFileMissing(message);

/** Texts of the files that jobs of the pipeline made, by the path at which the child pipeline includes them. */
export async function readGeneratedFiles(
  ctx: Context,
  pipelineId: number,
  includes: readonly TriggeredInclude[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const [index, include] of includes.entries()) {
    if (include.kind !== 'artifact') continue;
    found.set(generatedPath(index), await readFromJob(ctx, pipelineId, include));
  }
  return found;
}

async function readFromJob(
  ctx: Context,
  pipelineId: number,
  { job: name, path }: { job: string; path: string },
): Promise<string> {
  const jobs = await listCurrentJobs(ctx.db, pipelineId);
  const job = jobs.find((each) => each.name === name) ?? jobs.find((each) => jobOptions(each).baseName === name);
  if (!job) throw problem(`There is no job ${name} in this pipeline.`);
  const archive = await findArtifact(ctx.db, job.id, 'archive');
  if (!archive) throw problem(`The job ${name} has no artifacts. Run it before this job, with artifacts:paths.`);
  const stored = { name: archive.object_name, sizeBytes: archive.size_bytes };
  const file = await openZipFile(ctx.storage, stored, path.replace(/^(?:\.?\/)+/, ''));
  if (!file) throw problem(`The artifacts of the job ${name} have no file ${path}.`);
  if (file.sizeBytes > MAX_FILE_BYTES) {
    file.stream.destroy();
    throw problem(`The file ${path} of the job ${name} is larger than ${MAX_FILE_BYTES} bytes.`);
  }
  return text(file.stream);
}
