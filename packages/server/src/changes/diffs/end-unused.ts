import type { Extensions } from '../../platform/extensions.ts';
import { type Context, transact } from '../../platform/context.ts';
import { defineJob, registerJob, scheduleJob } from '../../platform/jobs.ts';
import { deleteUnusedIndexes, forgetLeftovers, listDueLeftovers } from '../store/diff-indexes.ts';
import { leftoversDue } from './ensure-index.ts';
import { textNames } from './reads/diff-text.ts';

const UNUSED_MS = 30 * 86_400_000;
/** Nothing is written for so long. */
const UNFINISHED_MS = 86_400_000;
const BATCH = 500;

/**
 * Comparisons that nobody opened for thirty days end, unless they are what a kept version brings: whoever asks for one
 * again has it built. First they are not found any more; their objects go days later, when nobody can be reading them.
 */
export const endUnusedComparisonsJob = defineJob<Record<string, never>>({
  name: 'end-unused-comparisons',
  run: async (ctx) => {
    const ended = await letGo(ctx);
    const removed = await removeLeftovers(ctx);
    const unfinished = await ctx.storage.removeUnfinished(new Date(ctx.clock.now().getTime() - UNFINISHED_MS));
    if (ended + removed + unfinished > 0)
      ctx.log.info({ ended, removed, unfinished }, 'comparisons that nobody used came to an end');
  },
});

async function letGo(ctx: Context): Promise<number> {
  const unusedSince = new Date(ctx.clock.now().getTime() - UNUSED_MS);
  let ended = 0;
  for (let afterId = 0; ;) {
    const batch = { unusedSince, afterId, limit: BATCH, dueAt: leftoversDue(ctx) };
    const ids = await transact(ctx, ({ db }) => deleteUnusedIndexes(db, batch));
    ended += ids.length;
    if (ids.length < BATCH) return ended;
    afterId = Math.max(...ids);
  }
}

/** An object that the storage does not let go is tried again the next night. */
async function removeLeftovers(ctx: Context): Promise<number> {
  let removed = 0;
  for (let afterName = ''; ;) {
    const names = await listDueLeftovers(ctx.db, ctx.clock.now(), { afterName, limit: BATCH });
    const gone: string[] = [];
    for (const name of names) if (await isRemoved(ctx, name)) gone.push(name);
    await forgetLeftovers(ctx.db, gone);
    removed += gone.length;
    const last = names.at(-1);
    if (last === undefined || names.length < BATCH) return removed;
    afterName = last;
  }
}

async function isRemoved(ctx: Context, name: string): Promise<boolean> {
  try {
    // The texts that were kept beside an index are named after its header.
    for (const each of [...(name.endsWith('.head') ? textNames(name) : []), name]) await ctx.storage.delete(each);
    return true;
  } catch (error) {
    ctx.log.warn({ err: error, name }, 'a stored comparison could not be removed');
    return false;
  }
}

export const diffsEndUnused: Extensions = [
  registerJob(endUnusedComparisonsJob),
  scheduleJob('29 3 * * *', endUnusedComparisonsJob),
];
