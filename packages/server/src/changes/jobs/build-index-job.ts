import type { Extensions } from '../../platform/extensions.ts';
import type { Context } from '../../platform/context.ts';
import { addJob, defineJob, registerJob, scheduleJob } from '../../platform/jobs.ts';
import { ensureVersionIndex } from '../diffs/ensure-index.ts';
import { findVersionById, listBuildingVersions, onVersion } from '../../merge-requests/index.ts';
import { schedulePrebuild } from './prebuild-diffs-job.ts';

const STUCK_AFTER_SECONDS = 60;
const BATCH = 200;

/** Builds the index of a version's diff; nothing to do when a reader was faster. */
const buildDiffIndexJob = defineJob<{ versionId: number }>({
  name: 'build-diff-index',
  run: async (ctx, { versionId }) => {
    const version = await findVersionById(ctx.db, versionId);
    if (!version) return;
    await ensureVersionIndex(ctx, version);
    await schedulePrebuild(ctx, version);
  },
});

const addBuild = (ctx: Context, id: number) =>
  addJob(ctx, buildDiffIndexJob, { versionId: id }, { key: `diff-index:${id}` });

/** No version stays in "building" for ever: what is not there after a minute is asked for again. */
const watchIndexesJob = defineJob<Record<string, never>>({
  name: 'watch-diff-indexes',
  run: async (ctx) => {
    for (const { id } of await listBuildingVersions(ctx.db, STUCK_AFTER_SECONDS, BATCH)) await addBuild(ctx, id);
  },
});

export const changesBuildIndexJob: Extensions = [
  registerJob(buildDiffIndexJob),
  onVersion((ctx, { version }) => addBuild(ctx, version.id)),
  registerJob(watchIndexesJob),
  scheduleJob('* * * * *', watchIndexesJob),
];
