import type { Context } from '../../platform/context.ts';
import { addJob, defineJob } from '../../platform/jobs.ts';
import { buildAhead } from '../diffs/build-ahead.ts';
import { findMergeRequestById } from '../store/merge-requests.ts';
import { findVersionById, type VersionRow } from '../store/versions.ts';

/** Whoever pushed and whoever looks at once have the machine to themselves for so long. */
const PAUSE_MS = 3_000;
const AFTER_ALL_ELSE = 10;

/**
 * Builds what will be asked for beside the comparison of a version. One request after the other, so that it takes one
 * worker at most; one that was pushed to meanwhile is left to the job of the newer version.
 */
export const buildAheadJob = defineJob<{ versionId: number }>({
  name: 'build-diffs-ahead',
  run: async (ctx, { versionId }) => {
    const version = await findVersionById(ctx.db, versionId);
    const row = version && (await findMergeRequestById(ctx.db, version.merge_request_id));
    const isNewest = row?.latest_version_id === versionId && row.state === 'opened';
    if (version && isNewest && version.state === 'ready') await buildAhead(ctx, row, version);
  },
});

/** Waits for pushes to stop coming: a newer version takes the place of one that is still waiting. */
export async function buildAheadLater(
  ctx: Context,
  version: Pick<VersionRow, 'id' | 'merge_request_id'>,
): Promise<void> {
  await addJob(
    ctx,
    buildAheadJob,
    { versionId: version.id },
    {
      key: `diffs-ahead:${version.merge_request_id}`,
      queue: 'diffs-ahead',
      priority: AFTER_ALL_ELSE,
      runAt: new Date(ctx.clock.now().getTime() + PAUSE_MS),
      maxAttempts: 3,
    },
  );
}
