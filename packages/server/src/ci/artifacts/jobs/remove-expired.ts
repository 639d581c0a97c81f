import type { Extensions } from '../../../platform/extensions.ts';
import { branchRef, readRef, tagRef } from '@tributary/git';
import { getSettings } from '../../../accounts/index.ts';
import type { Context } from '../../../platform/context.ts';
import { defineJob, registerJob, scheduleJob } from '../../../platform/jobs.ts';
import { deleteExpired, type ExpiredArtifact, listExpired, postponeExpiry } from '../store/artifact-store.ts';

const BATCH = 1_000;
/** How soon a newer pipeline, or the end of a branch, lets the latest files go. */
const KEPT_MS = 6 * 3_600_000;

/** Files of the latest pipeline of a branch or tag that is still there. */
async function isKept(ctx: Context, artifact: ExpiredArtifact): Promise<boolean> {
  if (!artifact.isLatest) return false;
  const { projectId, ref, isTag } = artifact;
  return (await readRef(ctx.repositories.directory(projectId), isTag ? tagRef(ref) : branchRef(ref))) !== undefined;
}

/** Files of jobs whose time is over; their objects go with the next run of `ci-remove-objects`. */
const removeExpired = defineJob<Record<string, never>>({
  name: 'ci-remove-expired-artifacts',
  run: async (ctx) => {
    const now = ctx.clock.now();
    const expired = await listExpired(ctx.db, now, BATCH);
    const kept: number[] = [];
    const { keep_latest_artifact: keeps } = await getSettings(ctx);
    for (const artifact of expired) if (keeps && (await isKept(ctx, artifact))) kept.push(artifact.id);
    await postponeExpiry(ctx.db, kept, new Date(now.getTime() + KEPT_MS));
    const gone = expired.map(({ id }) => id).filter((id) => !kept.includes(id));
    const count = await deleteExpired(ctx.db, gone, now);
    if (count > 0) ctx.log.info({ count }, 'expired artifacts are removed');
  },
});

export const artifactsRemoveExpired: Extensions = [
  registerJob(removeExpired),
  scheduleJob('*/5 * * * *', removeExpired),
];
