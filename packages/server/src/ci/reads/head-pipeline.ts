import type { CiStatus } from '@tributary/contract/ci/status.ts';
import { readOnce } from '../../platform/cache/request-cache.ts';
import type { Context } from '../../platform/context.ts';
import { findPipeline, type HeadPipeline, headPipelines, type PipelineRow } from '../store/pipeline-store.ts';

/** What something such as a merge request is tested by: its commits, its branch, and what runs for it itself. */
export type TestedHead = {
  /** Projects whose pipelines the actor may read. */
  projectIds: readonly number[];
  /** Where it is to be merged: what runs there counts first. */
  targetProjectId: number;
  sha: string;
  ref: string;
  subject: { type: string; id: number };
};

/** The pipeline that says whether the head passed; undefined if nothing ran on it. */
export function findHeadPipeline(ctx: Context, head: TestedHead): Promise<PipelineRow | undefined> {
  if (head.projectIds.length === 0) return Promise.resolve(undefined);
  const { targetProjectId, sha, ref, subject } = head;
  const projectIds = head.projectIds.toSorted((a, b) => a - b);
  const key = `head_pipeline:${JSON.stringify([projectIds, targetProjectId, sha, ref, subject.type, subject.id])}`;
  return readOnce(ctx, key, async () => {
    const found = (await headPipelines(ctx.db, [head])).get(subject.id);
    return found && findPipeline(ctx.db, found.pipelineId);
  });
}

/** The statuses of these pipelines for many heads with one statement, by the id of their subject. */
export async function headStatuses(ctx: Context, heads: readonly TestedHead[]): Promise<Map<number, CiStatus>> {
  const found = await headPipelines(ctx.db, heads);
  return new Map([...found].map(([id, { status }]) => [id, status]));
}

/** The pipelines of these heads themselves, with one statement. */
export function headPipelinesOf(ctx: Context, heads: readonly TestedHead[]): Promise<Map<number, HeadPipeline>> {
  return headPipelines(ctx.db, heads);
}
