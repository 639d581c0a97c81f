import type { Context } from '../../platform/context.ts';
import { headPipeline, type PipelineRow } from '../store/pipeline-store.ts';

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
