import type { Extensions } from '../../platform/extensions.ts';
import type { Context } from '../../platform/context.ts';
import { addJob, defineJob, registerJob } from '../../platform/jobs.ts';
import { type PrebuildPart, prebuildDiffs } from '../diffs/prebuild-diffs.ts';
import { findMergeRequestById, findVersionById, type VersionRow } from '../../merge-requests/index.ts';

/** Whoever pushed and whoever looks at once have the machine to themselves for so long. */
const PAUSE_MS = 3_000;
/** What is rarely asked for can wait for those who push again after a look. */
const HIDDEN_PAUSE_MS = 30_000;
const AFTER_ALL_ELSE = 10;

/**
 * Builds what will be asked for beside the comparison of a version. One request after the other, so that it takes one
 * worker at most; one that was pushed to meanwhile is left to the job of the newer version.
 */
export const prebuildDiffsJob = defineJob<{ versionId: number; part?: PrebuildPart }>({
  name: 'build-diffs-ahead',
  run: async (ctx, { versionId, part = 'first' }) => {
    const version = await findVersionById(ctx.db, versionId);
    const row = version && (await findMergeRequestById(ctx.db, version.merge_request_id));
    const isNewest = row?.latest_version_id === versionId && row.state === 'opened';
    if (!version || !isNewest || version.state !== 'ready') return;
    await prebuildDiffs(ctx, row, version, part);
    if (part === 'first') await addAhead(ctx, version, 'hidden');
  },
});

/** Waits for pushes to stop coming: a newer version takes the place of one that is still waiting. */
export async function schedulePrebuild(
  ctx: Context,
  version: Pick<VersionRow, 'id' | 'merge_request_id'>,
): Promise<void> {
  await addAhead(ctx, version, 'first');
}

async function addAhead(
  ctx: Context,
  version: Pick<VersionRow, 'id' | 'merge_request_id'>,
  part: PrebuildPart,
): Promise<void> {
  const isFirst = part === 'first';
  await addJob(ctx, prebuildDiffsJob, isFirst ? { versionId: version.id } : { versionId: version.id, part }, {
    key: `diffs-ahead:${version.merge_request_id}${isFirst ? '' : ':hidden'}`,
    queue: 'diffs-ahead',
    priority: isFirst ? AFTER_ALL_ELSE : AFTER_ALL_ELSE + 1,
    runAt: new Date(ctx.clock.now().getTime() + (isFirst ? PAUSE_MS : HIDDEN_PAUSE_MS)),
    maxAttempts: 3,
  });
}

export const changesPrebuildDiffsJob: Extensions = [registerJob(prebuildDiffsJob)];
