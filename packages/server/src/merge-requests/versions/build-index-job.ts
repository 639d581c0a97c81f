import { defineJob } from '../../platform/jobs.ts';
import { ensureVersionIndex } from '../diffs/ensure-index.ts';
import { findVersionById } from '../store/versions.ts';
import { schedulePrebuild } from './prebuild-diffs-job.ts';

/** Builds the index of a version's diff; nothing to do when a reader was faster. */
export const buildDiffIndexJob = defineJob<{ versionId: number }>({
  name: 'build-diff-index',
  run: async (ctx, { versionId }) => {
    const version = await findVersionById(ctx.db, versionId);
    if (!version) return;
    await ensureVersionIndex(ctx, version);
    await schedulePrebuild(ctx, version);
  },
});
