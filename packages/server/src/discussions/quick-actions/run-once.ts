import { fail } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { defineJob, scheduleJob } from '../../platform/jobs.ts';
import type { Noteable } from '../noteable.ts';
import type { WrittenCommand } from '../rules/split-commands.ts';
import { claimRun, deleteRunsBefore, findRun, finishRun } from '../store/command-runs.ts';
import type { CommandOutcome } from '../tables.ts';
import { noOutcome, runCommands } from './run-quick-actions.ts';

const KEPT_MS = 2 * 86_400_000;

/**
 * Does the commands of one request. Sent again with the same key, it answers the same and does nothing; while the first is
 * still at it (or ended in the middle of it), it fails with `conflict`.
 */
export async function runCommandsOnce(
  ctx: Context,
  noteable: Noteable,
  commands: readonly WrittenCommand[],
  idempotencyKey: string | undefined,
): Promise<CommandOutcome> {
  const authorId = actorId(ctx.actor);
  if (idempotencyKey === undefined || authorId === undefined) return runCommands(ctx, noteable, commands);
  const key = { authorId, noteableType: noteable.type, noteableId: noteable.id, idempotencyKey };
  // Committed before the first command: what is done twice cannot be told from what was meant twice.
  if (!(await claimRun(ctx.db, key))) return (await findRun(ctx.db, key)) ?? fail('conflict');
  const outcome = noOutcome();
  try {
    return await runCommands(ctx, noteable, commands, outcome);
  } finally {
    // Also after a bug: sent again, the request is told what was done and what was not.
    await finishRun(ctx.db, key, outcome);
  }
}

export const expireCommandRunsJob = defineJob<Record<string, never>>({
  name: 'expire-command-runs',
  run: (ctx) => deleteRunsBefore(ctx.db, new Date(ctx.clock.now().getTime() - KEPT_MS)),
});

scheduleJob('41 3 * * *', expireCommandRunsJob);
