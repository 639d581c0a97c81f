import type { Extensions } from '../../platform/extensions.ts';
import { AppError, fail } from '@tributary/contract/errors/app-error.ts';
import { findActingUser } from '../../accounts/index.ts';
import { actorId } from '../../platform/actor.ts';
import { type Context, transact } from '../../platform/context.ts';
import { isPassingFailure } from '../../platform/db/database-errors.ts';
import { publish } from '../../platform/events.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { addJob, defineJob, registerJob, scheduleJob } from '../../platform/jobs.ts';
import { asSeen, type Noteable, noteableDescriptor } from '../noteable.ts';
import { retryWhileBusy } from '../../platform/retry-while-busy.ts';
import type { WrittenCommand } from '@tributary/contract/discussions/split-commands.ts';
import {
  advanceRun,
  claimStep,
  type CommandRunRow,
  deleteRun,
  deleteRunsBefore,
  findRun,
  insertRun,
  lockRun,
  renewStep,
  type RunKey,
  setUntold,
} from '../store/command-runs.ts';
import type { CommandOutcome } from '../tables.ts';
import { findQuickAction, type QuickAction } from './quick-action-registry.ts';
import { explainFailure, grown, noOutcome, runCommands } from './run-quick-actions.ts';

const KEPT_MS = 2 * 86_400_000;
/** After this a job does what the request that wrote them down did not get to. */
const WRITER_PATIENCE_MS = 120_000;
/** No command takes so long: one that did not end by then is told as failed and holds nobody up any more. */
const LONGEST_COMMAND_MS = 1_800_000;

type Source = { commands: readonly WrittenCommand[]; idempotencyKey: string };

/**
 * Writes down the commands of a text in the transaction that keeps the text: they are done exactly if that is committed, by
 * `runWritten` or, when nobody comes to that, by a job. With a key that is known it does nothing, and answers false.
 */
export async function writeCommands(
  ctx: Context,
  noteable: Noteable,
  { commands: read, idempotencyKey }: Source,
): Promise<boolean> {
  const key = keyOfRun(ctx, noteable, idempotencyKey);
  if (!key || read.length === 0) return true;
  const commands = noteable.isNew ? read.map((command) => ({ ...command, isForNew: true })) : read;
  const isNew = await insertRun(ctx.db, key, { commands, seenHeadSha: noteable.headSha, outcome: noOutcome() });
  if (isNew) await addJob(ctx, runWrittenJob, key, { runAt: new Date(ctx.clock.now().getTime() + WRITER_PATIENCE_MS) });
  return isNew;
}

/** Does what was written down and is not done yet, and tells what all of it came to; undefined when there was nothing. */
export async function runWritten(
  ctx: Context,
  noteable: Noteable,
  idempotencyKey: string,
): Promise<CommandOutcome | undefined> {
  const key = keyOfRun(ctx, noteable, idempotencyKey);
  return key && runAndTell(ctx, noteable, key);
}

/** Whoever asked hears of it now, also of what a job did before. */
async function runAndTell(ctx: Context, noteable: Noteable, key: RunKey): Promise<CommandOutcome | undefined> {
  const run = await runAll(ctx, noteable, key);
  if (run?.untold_since) await setUntold(ctx.db, key, false);
  return run?.outcome ?? undefined;
}

/** Commands whose text was taken back are not begun any more. */
export async function forgetCommands(ctx: Context, noteable: Noteable, idempotencyKey: string): Promise<void> {
  const key = keyOfRun(ctx, noteable, idempotencyKey);
  if (key) await deleteRun(ctx.db, key);
}

/** Does the commands of one request. Sent again with the same key, it answers the same and does nothing twice. */
export async function runCommandsOnce(
  ctx: Context,
  noteable: Noteable,
  commands: readonly WrittenCommand[],
  idempotencyKey: string,
): Promise<CommandOutcome> {
  if (actorId(ctx.actor) === undefined) return runCommands(ctx, noteable, commands);
  await transact(ctx, (inner) => writeCommands(inner, noteable, { commands, idempotencyKey }));
  return (await runWritten(ctx, noteable, idempotencyKey)) ?? noOutcome();
}

function keyOfRun(ctx: Context, { type, id }: Noteable, idempotencyKey: string): RunKey | undefined {
  const authorId = actorId(ctx.actor);
  return authorId === undefined ? undefined : { authorId, noteableType: type, noteableId: id, idempotencyKey };
}

/** Whoever does them, they are about the head that their writer looked at. */
async function runAll(ctx: Context, noteable: Noteable, key: RunKey): Promise<CommandRunRow | undefined> {
  for (;;) {
    const run = await findRun(ctx.db, key);
    // Of those from before it is not known what is done.
    if (run && !run.commands) return run.outcome ? run : fail('conflict');
    if (!run?.commands || run.done >= run.commands.length) return run;
    await runStep(ctx, asSeen(noteable, run.seen_head_sha), key, run.done);
    failpoint('commands.step_done');
  }
}

/** One command and the count of it in one transaction, so that it is done once whoever is at it, and however that ends. */
async function runStep(ctx: Context, noteable: Noteable, key: RunKey, step: number): Promise<void> {
  const run = await findRun(ctx.db, key);
  const command = run?.commands?.[step];
  const action = command && findQuickAction(noteable.type, command.name);
  const isAlone = action?.hasOwnTransactions === true;
  // At most one is at it; where that one ended in the middle, what it did is met as it is.
  const claim = isAlone ? await claimStep(ctx.db, key, step, WRITER_PATIENCE_MS) : undefined;
  if (isAlone && !claim) fail('conflict');
  try {
    if (claim && action && run) await runAlone(ctx, noteable, key, { run, step, action, ...claim });
    else await retryWhileBusy(ctx, () => transact(ctx, (inner) => runWithin(inner, noteable, key, step)));
  } catch (error) {
    const isExpected = error instanceof AppError;
    // Neither done nor refused: it is tried again.
    if (!run?.commands || (isExpected && error.kind === 'unavailable') || isPassingFailure(error)) {
      if (claim) await renewStep(ctx.db, key, step, 0);
      throw error;
    }
    const outcome = grown(outcomeOf(run), action, { error: explainFailure(action?.name ?? '', error) });
    // A bug ends the run: sent again, the request is told what was done and what was not.
    const done = isExpected ? step + 1 : run.commands.length;
    // Whoever waited for one without an end has left, as has whoever met a bug.
    const isUntold = !isExpected || error.code === 'command_without_end';
    await advanceRun(ctx.db, key, step, { done, outcome, isUntold });
    if (!isExpected) throw error;
  }
}

async function runWithin(ctx: Context, noteable: Noteable, key: RunKey, step: number): Promise<void> {
  const run = await lockRun(ctx.db, key);
  const command = run?.commands?.[step];
  if (!run || !command || run.done !== step) return;
  const action = findQuickAction(noteable.type, command.name);
  const result = await action?.run(ctx, asWritten(noteable, command), command.args);
  await advanceRun(ctx.db, key, step, {
    done: step + 1,
    outcome: result ? grown(outcomeOf(run), action, result) : outcomeOf(run),
  });
}

async function runAlone(
  ctx: Context,
  noteable: Noteable,
  key: RunKey,
  { run, step, action, isAgain }: { run: CommandRunRow; step: number; action: QuickAction; isAgain: boolean },
): Promise<void> {
  // A merge may take longer than a claim holds, and must not be begun by someone else meanwhile.
  const renewal = setInterval(() => {
    renewStep(ctx.db, key, step, WRITER_PATIENCE_MS).catch(() => undefined);
  }, WRITER_PATIENCE_MS / 4);
  try {
    const written: Partial<WrittenCommand> = run.commands?.[step] ?? {};
    const own = `command:${step}:${key.idempotencyKey}`;
    const result = await endOf(action.run(ctx, asWritten(noteable, written), written.args ?? '', isAgain, own));
    failpoint('commands.act_done');
    await advanceRun(ctx.db, key, step, { done: step + 1, outcome: grown(outcomeOf(run), action, result) });
  } finally {
    clearInterval(renewal);
  }
}

/** Whether the thing is new to a command is what was written down with it, whoever does it and when. */
function asWritten(noteable: Noteable, written: Partial<WrittenCommand>): Noteable {
  return { ...asSeen(noteable, written.seenHeadSha), isNew: written.isForNew ?? false };
}

/** What a command came to, unless that takes longer than any may: nobody waits for it then, whatever becomes of it. */
async function endOf<T>(work: Promise<T>): Promise<T> {
  const { promise: lapse, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new AppError('command_without_end', { minutes: LONGEST_COMMAND_MS / 60_000 })),
    LONGEST_COMMAND_MS,
  );
  try {
    return await Promise.race([work, lapse]);
  } finally {
    clearTimeout(timer);
  }
}

function outcomeOf({ outcome }: CommandRunRow): CommandOutcome {
  return outcome ?? noOutcome();
}

const runWrittenJob = defineJob<RunKey>({
  name: 'run-written-commands',
  run: async (ctx, key) => {
    const run = await findRun(ctx.db, key);
    if (!run?.commands || run.done >= run.commands.length) return;
    const actor = await findActingUser(ctx, key.authorId);
    if (!actor) return deleteRun(ctx.db, key);
    const asWriter = { ...ctx, actor };
    const noteable = await noteableDescriptor(key.noteableType).findById(asWriter, key.noteableId);
    if (!noteable) return deleteRun(ctx.db, key);
    await runAll(asWriter, noteable, key);
    await transact(asWriter, async (inner) => {
      await setUntold(inner.db, key, true);
      await publish(inner, `user:${key.authorId}`, 'commands.done', { type: noteable.type, id: noteable.id });
    });
  },
});

export const expireCommandRunsJob = defineJob<Record<string, never>>({
  name: 'expire-command-runs',
  run: (ctx) => deleteRunsBefore(ctx.db, new Date(ctx.clock.now().getTime() - KEPT_MS)),
});

export const quickActionsRunOnce: Extensions = [
  registerJob(runWrittenJob),
  registerJob(expireCommandRunsJob),
  scheduleJob('41 3 * * *', expireCommandRunsJob),
];
