import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../platform/context.ts';
import { isAllowed, type PolicySubject } from '../platform/policy/policy.ts';
import { featureOf, getProjectAccess, type ProjectAccess } from '../projects/index.ts';
import { findPipeline, type PipelineRow } from './store/pipeline-store.ts';

export const RESOURCE = 'Pipeline';

/** A pipeline as one actor meets it. Pipelines belong to the repository of the project. */
export type PipelineAccess = { pipeline: PipelineRow; access: ProjectAccess; policy: PolicySubject };

export const mayReadPipelines = (ctx: Context, access: ProjectAccess): boolean =>
  isAllowed(ctx.actor, 'read_pipeline', featureOf(access, 'repository'));

/** Throws not_found for a pipeline that is not there, is another project's, or may not be seen. */
export async function getPipelineAccess(
  ctx: Context,
  projectIdOrPath: string | number,
  pipelineId: number,
): Promise<PipelineAccess> {
  const access = await getProjectAccess(ctx, projectIdOrPath);
  const pipeline = await findPipeline(ctx.db, pipelineId);
  if (!pipeline || pipeline.project_id !== access.project.id) throw new AppError('not_found', { resource: RESOURCE });
  return { pipeline, access, policy: { ...featureOf(access, 'repository'), resource: RESOURCE } };
}
