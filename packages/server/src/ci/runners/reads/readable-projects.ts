import type { Context } from '../../../platform/context.ts';
import { accessesOf, type ProjectAccess, projectRowsByIds } from '../../../projects/index.ts';
import { mayReadPipelines } from '../../pipeline-access.ts';

/** Those of these projects whose pipelines the actor may read. */
export async function readableProjects(ctx: Context, ids: readonly number[]): Promise<Map<number, ProjectAccess>> {
  const accesses = await accessesOf(ctx, await projectRowsByIds(ctx.db, [...new Set(ids)]));
  return new Map([...accesses].filter(([, access]) => mayReadPipelines(ctx, access)));
}
