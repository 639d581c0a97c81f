import type { CiStatus } from '@tributary/contract/ci/status.ts';
import { findHeadPipeline, hasConfiguration } from '../ci/index.ts';
import { type MergeRequestRow, testedHeadOf, versionsOf } from '../merge-requests/index.ts';
import type { Context } from '../platform/context.ts';

/** After a push its pipeline is there within moments; until then nothing has passed. */
const PIPELINE_WAIT_MS = 60_000;

/**
 * The status of the pipeline that tests the head: one that ran for the request, else for its branch; null without one. Just
 * after a push of a head with a configuration it is `created`, until its pipeline is there.
 */
export async function headPipelineStatus(ctx: Context, row: MergeRequestRow): Promise<CiStatus | null> {
  const sha = row.head_sha ?? '';
  const pipeline = await findHeadPipeline(ctx, testedHeadOf(row, sha));
  if (pipeline) return pipeline.status;
  const version = (await versionsOf(ctx, row)).find(({ id }) => id === row.latest_version_id);
  const age = version ? ctx.clock.now().getTime() - version.created_at.getTime() : Number.POSITIVE_INFINITY;
  if (age > PIPELINE_WAIT_MS || row.source_project_id === null) return null;
  return (await hasConfiguration(ctx, row.source_project_id, sha)) ? 'created' : null;
}
