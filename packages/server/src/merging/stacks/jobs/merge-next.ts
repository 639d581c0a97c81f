import type { Extensions } from '../../../platform/extensions.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { findActingUser } from '../../../accounts/index.ts';
import { addSystemNote } from '../../../discussions/index.ts';
import {
  findMergeRequestAccess,
  findMergeRequestById,
  gitMergeFact,
  given,
  type MergeRequestRow,
  noteableOf,
  readinessOf,
  retargetMergeRequest,
  topicOf,
} from '../../../merge-requests/index.ts';
import { SYSTEM } from '../../../platform/actor.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { publish } from '../../../platform/events.ts';
import { addJob, defineJob, registerJob, type JobDefinition, scheduleJob } from '../../../platform/jobs.ts';
import { hasTrains } from '../../../projects/index.ts';
import { isTransient } from '../../auto-merge/transient.ts';
import { mergeMergeRequest } from '../../merge.ts';
import { refuseUnlessPassed } from '../../refuse-unless-passed.ts';
import { addToTrain, findLastCar } from '../../trains/index.ts';
import { findStackMerge, listRunningStackMerges, type StackMergeRow, updateRunning } from '../store/stack-merges.ts';

const AGAIN_MS = 2_000;
/** Pipelines may run so long. */
const PATIENCE_MS = 3_600_000;

type Payload = { stackMergeId: number };

class Stopped extends Error {}

/** One step of the merge of a stack; the next is a job of its own. A repetition goes on where it was. */
export const mergeStackJob: JobDefinition<Payload> = defineJob<Payload>({
  name: 'merge-stack',
  run: async (ctx, { stackMergeId }) => {
    const stack = await findStackMerge(ctx.db, stackMergeId);
    if (stack?.state !== 'running') return;
    try {
      const isMerged = await step(ctx, stack);
      if (isMerged) await advance(ctx, stack);
      else await again(ctx, stack);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      await end(ctx, stack, error.message);
    }
  },
});

/** True when the request of this step is merged. */
async function step(ctx: Context, stack: StackMergeRow): Promise<boolean> {
  const wanted = stack.steps[stack.position];
  const row = wanted && (await findMergeRequestById(ctx.db, wanted.id));
  if (!wanted || !row) throw new Stopped('a merge request of the stack was deleted.');
  if (row.state === 'merged') return true;
  if (row.state !== 'opened') throw new Stopped(`!${row.iid} was closed.`);
  if (row.head_sha !== wanted.sha) throw new Stopped(`!${row.iid} has new commits.`);
  const actor = await findActingUser(ctx, stack.set_by_id);
  if (!actor) throw new Stopped('the user who started it is no longer active.');
  const acting: Context = { ...ctx, actor };
  try {
    if (row.target_branch !== stack.target_branch) {
      await followTarget(acting, stack, row);
      return false;
    }
    const input = { mergeRequestId: row.id, sha: wanted.sha, targetBranch: stack.target_branch };
    if (await goesByTrain(acting, row)) {
      await boardTrain(acting, stack, input);
      return false;
    }
    await refuseNotReady(acting, row);
    await mergeMergeRequest(acting, { ...input, onlyWhenPassed: true });
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (isTransient(error)) return false;
    if (error.code === 'auto_merge_not_ready' && (await isWaiting(ctx, row))) return false;
    throw new Stopped(`!${row.iid} could not be merged: ${error.message}`);
  }
}

/** Before any commit is made for it. Whether it conflicts is found out by merging it. */
async function refuseNotReady(ctx: Context, row: MergeRequestRow): Promise<void> {
  const known = new Map([given(gitMergeFact, new Map([[row.id, { status: 'can_be_merged', behind: 0 }]]))]);
  const readiness = (await readinessOf(ctx, [row], 'gate', known)).get(row.id);
  if (readiness) await refuseUnlessPassed(ctx, row, readiness);
}

async function goesByTrain(ctx: Context, row: MergeRequestRow): Promise<boolean> {
  const found = await findMergeRequestAccess(ctx, row.id);
  return found !== undefined && hasTrains(found.access.project);
}

/** Adds it to the train of its target once; the train merges it, or says why it left. */
async function boardTrain(
  ctx: Context,
  stack: StackMergeRow,
  input: { mergeRequestId: number; sha: string; targetBranch: string },
): Promise<void> {
  const car = await findLastCar(ctx.db, input.mergeRequestId);
  if (car && car.ended_at === null) return;
  if (car?.ended_at && car.ended_at >= stack.step_at) {
    throw new Stopped(`it left the merge train: ${car.reason ?? 'it was removed.'}`);
  }
  await addToTrain(ctx, input);
}

/** Goes to where the one below it went. */
async function followTarget(ctx: Context, stack: StackMergeRow, row: MergeRequestRow): Promise<void> {
  const lower = await findMergeRequestById(ctx.db, stack.steps[stack.position - 1]?.id ?? 0);
  if (!lower || row.target_branch !== lower.source_branch) {
    throw new Stopped(`the target branch of !${row.iid} was changed.`);
  }
  await retargetMergeRequest(ctx, { mergeRequestId: row.id, targetBranch: stack.target_branch });
}

/** Something has no answer yet, and nothing has failed. */
async function isWaiting(ctx: Context, row: MergeRequestRow): Promise<boolean> {
  const readiness = (await readinessOf(ctx, [row], 'gate')).get(row.id);
  return readiness !== undefined && !readiness.checks.some(({ state }) => state === 'failed');
}

async function advance(ctx: Context, stack: StackMergeRow): Promise<void> {
  const position = stack.position + 1;
  if (position >= stack.steps.length) return end(ctx, stack, null);
  await transact(ctx, async (inner) => {
    const goesOn = await updateRunning(inner.db, stack, { position, step_at: ctx.clock.now() });
    if (!goesOn) return;
    await continueStack(inner, stack.id);
    await publish(inner, topicOf(stack.merge_request_id), 'merge_status.changed', { id: stack.merge_request_id });
  });
}

async function again(ctx: Context, stack: StackMergeRow): Promise<void> {
  const now = ctx.clock.now().getTime();
  if (now - stack.step_at.getTime() > PATIENCE_MS) throw new Stopped('its checks took longer than an hour.');
  await continueStack(ctx, stack.id, new Date(now + AGAIN_MS));
}

/** One waiting job for each stack, whoever adds it; the jobs of a stack run one after the other. */
export async function continueStack(ctx: Context, stackMergeId: number, runAt?: Date): Promise<void> {
  const key = `merge-stack:${stackMergeId}`;
  await addJob(ctx, mergeStackJob, { stackMergeId }, { key, queue: key, ...(runAt && { runAt }) });
}

/** `reason`: why it stopped; null when all are merged. */
async function end(ctx: Context, stack: StackMergeRow, reason: string | null): Promise<void> {
  await transact(ctx, async (inner) => {
    const state = reason === null ? 'done' : 'stopped';
    if (!(await updateRunning(inner.db, stack, { state, reason }))) return;
    const id = stack.merge_request_id;
    await publish(inner, topicOf(id), 'merge_status.changed', { id });
    const found = reason === null ? undefined : await findMergeRequestAccess({ ...inner, actor: SYSTEM }, id);
    if (!found) return;
    const body = `stopped merging the stack because ${reason}`;
    await addSystemNote(inner, noteableOf(found), { action: 'merge', body, authorId: stack.set_by_id });
  });
}

/** A restart or a lost job leaves none behind. */
const continueStacksJob = defineJob<Record<string, never>>({
  name: 'continue-stack-merges',
  run: async (ctx) => {
    for (const stackMergeId of await listRunningStackMerges(ctx.db)) await continueStack(ctx, stackMergeId);
  },
});

export const stacksMergeNext: Extensions = [
  registerJob(mergeStackJob),
  registerJob(continueStacksJob),
  scheduleJob('* * * * *', continueStacksJob),
];
