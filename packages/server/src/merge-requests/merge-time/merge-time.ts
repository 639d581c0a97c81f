import type { Extensions } from '../../platform/extensions.ts';
import type { Context } from '../../platform/context.ts';
import { addJob, defineJob, registerJob } from '../../platform/jobs.ts';
import { CHECK_ORDER, defineFact, registerFact, defineMergeCheck } from '../readiness/define-check.ts';
import { readinessChanged } from '../readiness/operations/readiness-changed.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';

/** Null where it may be merged at any time. */
const mergeTimeFact = defineFact<{ at: string; hasCome: boolean } | null>({
  key: 'merge_time',
  load: (ctx, rows) =>
    new Map(
      rows.map(({ id, merge_after: at }) => [id, at && { at: at.toISOString(), hasCome: at <= ctx.clock.now() }]),
    ),
});

/** `2027-01-31 09:30 UTC`. */
function textOf(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

const mergeTimeComesJob = defineJob<{ mergeRequestId: number }>({
  name: 'merge-time-comes',
  run: (ctx, { mergeRequestId }) => readinessChanged(ctx, [mergeRequestId], 'merge_time'),
});

/** In the transaction that sets it: nothing else happens at that moment. */
export async function watchMergeTime(ctx: Context, { id, merge_after: at }: MergeRequestRow): Promise<void> {
  if (at !== null && at > ctx.clock.now()) await addJob(ctx, mergeTimeComesJob, { mergeRequestId: id }, { runAt: at });
}

export const mergeTimeMergeTime: Extensions = [
  registerFact(mergeTimeFact),
  defineMergeCheck({
    id: 'merge_time',
    status: 'merge_time',
    order: CHECK_ORDER.mergeTime,
    needs: { time: mergeTimeFact },
    evaluate: ({ time }) => {
      if (time === null) return { state: 'off' };
      if (time.hasCome) return { state: 'passed' };
      return { state: 'failed', params: { at: time.at }, clearedBy: 'system', action: 'edit_merge_time' };
    },
    message: ({ params }) => `Merge blocked: it can be merged after ${textOf(String(params?.['at'] ?? ''))}.`,
  }),
  registerJob(mergeTimeComesJob),
];
