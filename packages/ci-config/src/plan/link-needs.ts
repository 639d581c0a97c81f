import type { Diagnostics } from '../diagnostics.ts';
import type { NeedConfig } from '../config/model.ts';
import type { PlannedNeed } from './context.ts';
import { isSelected } from './parallel.ts';
import type { UnlinkedJob } from './plan-job.ts';

/** Replaces needs and dependencies on jobs of the configuration by the jobs of the pipeline. */
export function linkNeeds(
  job: UnlinkedJob,
  jobs: readonly UnlinkedJob[],
  diagnostics: Diagnostics,
): Omit<UnlinkedJob, 'needs'> & { needs: PlannedNeed[] | null } {
  const needs =
    job.needs?.flatMap((need) => (need.kind === 'job' ? linkNeed(job, need, jobs, diagnostics) : [need])) ?? null;
  const dependencies =
    job.dependencies?.flatMap((name) => jobs.filter((each) => isNamed(each, name)).map((each) => each.name)) ?? null;
  return { ...job, needs, dependencies };
}

const isNamed = (job: UnlinkedJob, name: string) => job.baseName === name || job.name === name;

function linkNeed(
  job: UnlinkedJob,
  need: NeedConfig & { kind: 'job' },
  jobs: readonly UnlinkedJob[],
  diagnostics: Diagnostics,
): PlannedNeed[] {
  const { matrix, artifacts, optional } = need;
  const found = jobs.filter(
    (each) => isNamed(each, need.job) && (matrix === null || isSelected(matrix, each.matrix, job.matrix)),
  );
  if (found.length === 0 && !optional) {
    const message =
      `'${job.name}' job needs '${need.job}' job, but '${need.job}' does not exist in the pipeline. ` +
      'This might be because of the only, except, or rules keywords. ' +
      'To need a job that sometimes does not exist in the pipeline, use needs:optional.';
    diagnostics.error(need.at, `jobs:${job.baseName}:needs`, message, 'a job that is always there, or optional: true');
  }
  return found.map(({ name }) => ({ kind: 'job', name, artifacts, optional }));
}
