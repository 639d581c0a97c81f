import type { CiStatus } from '@tributary/contract/ci/status.ts';
import {
  createExternalPipeline,
  failedJobNames,
  findHeadPipeline,
  hasConfiguration,
  manualJobNames,
  type PipelineRow,
  reportedNames,
} from '../../../ci/index.ts';
import {
  createTrainPipeline,
  type MergeRequestAccess,
  PIPELINE_SUBJECT,
  testedHeadOf,
} from '../../../merge-requests/index.ts';
import { mergeRequestRef } from '@tributary/git';
import type { Context } from '../../../platform/context.ts';
import { publish } from '../../../platform/events.ts';
import { removal } from '../rules/removal-reasons.ts';
import { findTestOfTree, type TrainCarRow, updateCar } from '../store/train-cars-store.ts';
import { logCar } from '../store/train-log-store.ts';
import { trainTopic } from '../train-topic.ts';

/** A pipeline that is canceled is run again; after so many times somebody has to look. */
const MAX_RUNS = 5;
/** So long a car waits for what may never come: statuses of another system, or a user who starts a manual job. */
const WAIT_MS = 60 * 60_000;
/** Variables, schedules and what jobs download may have changed since. */
const KNOWN_TEST_MS = 24 * 3_600_000;

/** The car left the train while its pipeline was created: the pipeline is not kept. */
class CarLeft extends Error {}

/**
 * Starts the pipeline of a car on its result. Without a configuration, the statuses that another system reported for the head
 * are awaited for the result; where there are none either, there is nothing to test.
 */
export async function testCar(ctx: Context, found: MergeRequestAccess, car: TrainCarRow): Promise<void> {
  const { result_sha: sha, base_sha: targetSha } = car;
  if (sha === null || targetSha === null) return;
  if (await takeKnownTest(ctx, car)) return;
  const eventType = 'merge_train' as const;
  const result = { ref: mergeRequestRef(found.row.iid, 'train'), sha, targetSha, eventType };
  try {
    if (!(await hasConfiguration(ctx, car.project_id, sha))) return await awaitStatuses(ctx, found, car, result);
    const outcome = await createTrainPipeline(ctx, found, { result, onCreated: starts(car, sha) });
    if (outcome.kind === 'created') return;
    const reason = outcome.kind === 'none' ? outcome.message : outcome.messages.join(' ');
    await finishTest(ctx, car, { verdict: 'failed', failure: removal('pipeline_not_created', reason).reason });
  } catch (error) {
    if (!(error instanceof CarLeft)) throw error;
  }
}

async function takeKnownTest(ctx: Context, car: TrainCarRow): Promise<boolean> {
  const now = ctx.clock.now();
  const known = await findTestOfTree(ctx.db, car, new Date(now.getTime() - KNOWN_TEST_MS));
  if (!known) return false;
  const updated = await updateCar(ctx.db, car.id, now, {
    verdict: known.verdict,
    pipeline_id: known.pipeline_id,
    tested_sha: known.tested_sha,
    tested_since: known.tested_since,
    awaited_statuses: known.awaited_statuses,
    runs: car.runs,
  });
  if (updated) await logCar(ctx.db, car.id, now, 'reused', { pipeline: known.pipeline_id });
  return true;
}

type Result = { ref: string; sha: string; targetSha: string; eventType: 'merge_train' };

async function awaitStatuses(
  ctx: Context,
  { row, access }: MergeRequestAccess,
  car: TrainCarRow,
  { ref, sha, targetSha, eventType }: Result,
): Promise<void> {
  const subject = { type: PIPELINE_SUBJECT, id: row.id };
  const head = await findHeadPipeline(ctx, testedHeadOf(row, car.head_sha));
  const awaited = head?.source === 'external' ? await reportedNames(ctx, head.id) : [];
  if (awaited.length === 0) {
    return finishTest(ctx, car, { verdict: 'passed', failure: null }, { note: 'no_pipeline' });
  }
  await createExternalPipeline(ctx, {
    access,
    ref,
    sha,
    subject: { ...subject, targetSha, sourceSha: car.head_sha, eventType },
    onCreated: starts(car, sha, awaited),
  });
}

/** In the transaction that writes the pipeline, so that there is never one that its car does not know. */
const starts =
  (car: TrainCarRow, sha: string, awaited: string[] = []) =>
  async (ctx: Context, pipeline: PipelineRow): Promise<void> => {
    const now = ctx.clock.now();
    const updated = await updateCar(ctx.db, car.id, now, {
      verdict: 'testing',
      pipeline_id: pipeline.id,
      tested_sha: sha,
      tested_since: now,
      runs: car.runs + 1,
      awaited_statuses: awaited,
      failure: null,
    });
    if (!updated) throw new CarLeft();
    await logCar(ctx.db, car.id, now, 'testing', { pipeline: pipeline.id, awaited });
  };

/** What the pipeline of a car that is tested says by now. */
export async function readTest(ctx: Context, car: TrainCarRow, pipeline: PipelineRow | undefined): Promise<void> {
  if (!pipeline) return rerun(ctx, car, 'deleted');
  const { status } = pipeline;
  if (status === 'canceled') return rerun(ctx, car, 'canceled');
  if (status === 'failed') {
    const jobs = await failedJobNames(ctx, pipeline.id);
    const detail = `pipeline #${pipeline.id}${jobs.length > 0 ? `, ${jobs.join(', ')}` : ''}.`;
    const failure = removal('pipeline_failed', detail).reason;
    return finishTest(ctx, car, { verdict: 'failed', failure }, { pipeline: pipeline.id, jobs });
  }
  if (status === 'skipped') {
    const failure = removal('pipeline_failed', `pipeline #${pipeline.id} was skipped.`).reason;
    return finishTest(ctx, car, { verdict: 'failed', failure }, { pipeline: pipeline.id });
  }
  await readRunning(ctx, car, pipeline, status);
}

async function readRunning(ctx: Context, car: TrainCarRow, pipeline: PipelineRow, status: CiStatus): Promise<void> {
  const awaited = car.awaited_statuses;
  const reported = awaited.length === 0 ? [] : await reportedNames(ctx, pipeline.id);
  const missing = awaited.filter((name) => !reported.includes(name));
  if (status === 'success' && missing.length === 0) {
    return finishTest(ctx, car, { verdict: 'passed', failure: null }, { pipeline: pipeline.id });
  }
  const sinceMs = (car.tested_since ?? car.created_at).getTime();
  if (status === 'manual') return readManual(ctx, car, { pipeline, sinceMs });
  const waitedMs = ctx.clock.now().getTime() - sinceMs;
  if (missing.length === 0 || waitedMs < WAIT_MS) return;
  const failure = removal('no_status', `${missing.join(', ')}.`).reason;
  await finishTest(ctx, car, { verdict: 'failed', failure }, { pipeline: pipeline.id, missing });
}

/** It goes on when a user starts a job. Those behind the car are not kept waiting for that. */
async function readManual(
  ctx: Context,
  car: TrainCarRow,
  { pipeline, sinceMs }: { pipeline: PipelineRow; sinceMs: number },
): Promise<void> {
  const stoodMs = ctx.clock.now().getTime() - Math.max(sinceMs, pipeline.updated_at.getTime());
  if (stoodMs < WAIT_MS) return;
  const jobs = await manualJobNames(ctx, pipeline.id);
  const failure = removal('manual_job', `pipeline #${pipeline.id}, ${jobs.join(', ')}.`).reason;
  await finishTest(ctx, car, { verdict: 'failed', failure }, { pipeline: pipeline.id, jobs });
}

/** A canceled pipeline says nothing about the change: it runs again. */
async function rerun(ctx: Context, car: TrainCarRow, why: string): Promise<void> {
  if (car.runs >= MAX_RUNS) {
    const { reason: failure } = removal('pipeline_canceled');
    return finishTest(ctx, car, { verdict: 'failed', failure });
  }
  const now = ctx.clock.now();
  if (await updateCar(ctx.db, car.id, now, { verdict: 'untested', pipeline_id: null })) {
    await logCar(ctx.db, car.id, now, 'canceled', { why });
  }
}

async function finishTest(
  ctx: Context,
  car: TrainCarRow,
  result: { verdict: 'passed' | 'failed'; failure: string | null },
  details: Parameters<typeof logCar>[4] = {},
): Promise<void> {
  const now = ctx.clock.now();
  if (await updateCar(ctx.db, car.id, now, result)) {
    await logCar(ctx.db, car.id, now, result.verdict, { ...details, reason: result.failure });
    // It may have to wait with its result: open pages show it at once.
    await publish(ctx, trainTopic(car.project_id), 'merge_train.changed', { targetBranch: car.target_branch });
  }
}
