import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { getProjectAccess, type ProjectAccess } from '../../projects/index.ts';
import { findJob } from '../store/job-store.ts';
import { findPipeline, findStage, type StageRow } from '../store/pipeline-store.ts';

/** The project of a row, as the actor meets it; what may not be seen is the same as what is not there. */
async function locate(ctx: Context, row: { project_id: number } | undefined, resource: string): Promise<ProjectAccess> {
  if (!row) throw new AppError('not_found', { resource });
  return getProjectAccess(ctx, row.project_id).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('not_found', { resource }) : error;
  });
}

export const projectOfPipeline = async (ctx: Context, id: number): Promise<ProjectAccess> =>
  locate(ctx, await findPipeline(ctx.db, id), 'Pipeline');

export const projectOfJob = async (ctx: Context, id: number): Promise<ProjectAccess> =>
  locate(ctx, await findJob(ctx.db, id), 'Job');

/** Without a question of rights: those of its pipeline count. */
export const findStageRow = (ctx: Context, id: number): Promise<StageRow | undefined> => findStage(ctx.db, id);
