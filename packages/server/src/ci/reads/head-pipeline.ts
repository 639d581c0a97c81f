import type { CiStatus } from '@tributary/contract/ci/status.ts';
import type { Context } from '../../platform/context.ts';
import { headPipeline, headPipelineStatuses, type PipelineRow } from '../store/pipeline-store.ts';

/** What something such as a merge request is tested by: its commits, its branch, and what runs for it itself. */
export type TestedHead = {
  /** Projects whose pipelines the actor may read. */
  projectIds: readonly number[];
  sha: string;
  ref: string;
  subject: { type: string; id: number };
};

/** The pipeline that says whether the head passed; undefined if nothing ran on it. */
export function findHeadPipeline(ctx: Context, head: TestedHead): Promise<PipelineRow | undefined> {
  return head.projectIds.length === 0 ? Promise.resolve(undefined) : headPipeline(ctx.db, head);
}

/** The statuses of these pipelines for many heads with one statement, by the id of their subject. */
export function headStatuses(ctx: Context, heads: readonly TestedHead[]): Promise<Map<number, CiStatus>> {
  return headPipelineStatuses(ctx.db, heads);
}
