import type { Commit } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess, storedCommits } from '../../projects/index.ts';
import { newestIdsOfRefs, type PipelineRow } from '../store/pipeline-store.ts';
import { type PipelineView, viewPipelines } from './pipelines.ts';

/** A pipeline with what a page says about it. */
export type PagePipelineView = PipelineView & {
  fullPath: string;
  commit: Commit | undefined;
  /** The newest of its ref. */
  isLatest: boolean;
  mayUpdate: boolean;
};

/** Pipelines of one project, in the order given, with a constant number of queries. */
export async function viewPagePipelines(
  ctx: Context,
  access: ProjectAccess,
  rows: readonly PipelineRow[],
): Promise<PagePipelineView[]> {
  const [views, commits, newest] = await Promise.all([
    viewPipelines(ctx, rows),
    storedCommits(
      ctx,
      access,
      rows.map(({ sha }) => sha),
    ),
    newestIdsOfRefs(ctx.db, access.project.id, [...new Set(rows.map(({ ref }) => ref))]),
  ]);
  const mayUpdate = isAllowed(ctx.actor, 'update_pipeline', featureOf(access, 'repository'));
  return views.map((view) => ({
    ...view,
    fullPath: access.project.full_path,
    commit: commits.get(view.row.sha),
    isLatest: newest.has(view.row.id),
    mayUpdate,
  }));
}
