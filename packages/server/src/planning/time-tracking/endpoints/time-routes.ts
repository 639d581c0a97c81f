import { z } from 'zod';
import { durationInput } from '@tributary/contract/planning/issue-inputs.ts';
import { restTimeStats } from '@tributary/contract/planning/issue-rest.ts';
import { defineRoute, type Route, type SubjectLoader } from '../../../endpoints/http/define-route.ts';
import { idempotencyKey } from '../../../endpoints/http/idempotency-key.ts';
import type { Context } from '../../../platform/context.ts';
import type { PolicySubject } from '../../../platform/policy/policy.ts';
import { toRestTimeStats } from '../render/to-rest-time.ts';
import { type TimeChange, timeStatsOf } from '../track-time.ts';

export type TimeTracked<S extends { policy: PolicySubject }> = {
  /** `/projects/:id/issues/:issue_iid` */
  path: string;
  tag: string;
  /** As sentences of the reference page name it: "an issue". */
  noun: string;
  type: string;
  subject: SubjectLoader<S>;
  idOf: (subject: S) => number;
  change: (ctx: Context, id: number, change: TimeChange) => Promise<unknown>;
};

/** The time of one kind of thing: what is estimated and what was spent. */
export function timeRoutes<S extends { policy: PolicySubject }>(thing: TimeTracked<S>): Route[] {
  const { path, tag, subject, noun } = thing;
  const answer = async (ctx: Context, id: number) => {
    const stats = (await timeStatsOf(ctx, thing.type, [id])).get(id);
    return toRestTimeStats(stats ?? { estimateSeconds: 0, spentSeconds: 0 });
  };
  const stats = defineRoute({
    method: 'GET',
    path: `${path}/time_stats`,
    ability: 'read_notes',
    summary: `Get the time tracking statistics of ${noun}`,
    tag,
    subject,
    response: restTimeStats,
    handle: ({ ctx, subject: found }) => answer(ctx, thing.idOf(found)),
  });
  const timed = (
    name: string,
    summary: string,
    status: number,
    toChange: (duration: string, summary?: string, key?: { idempotencyKey?: string }) => TimeChange,
  ) =>
    defineRoute({
      method: 'POST',
      path: `${path}/${name}`,
      // Who may is up to the thing's own operation.
      ability: 'track_time',
      summary,
      tag,
      subject,
      status,
      input: durationInput,
      response: restTimeStats,
      handle: async ({ ctx, subject: found, input, headers }) => {
        const id = thing.idOf(found);
        await thing.change(ctx, id, toChange(input.duration, input.summary, idempotencyKey(headers)));
        return answer(ctx, id);
      },
    });
  const reset = (name: string, summary: string, change: TimeChange) =>
    defineRoute({
      method: 'POST',
      path: `${path}/${name}`,
      // Who may is up to the thing's own operation.
      ability: 'track_time',
      summary,
      tag,
      subject,
      status: 200,
      input: z.strictObject({}),
      response: restTimeStats,
      handle: async ({ ctx, subject: found }) => {
        const id = thing.idOf(found);
        await thing.change(ctx, id, change);
        return answer(ctx, id);
      },
    });
  return [
    stats,
    timed('time_estimate', `Set the time estimate of ${noun}`, 200, (duration) => ({ kind: 'estimate', duration })),
    timed('add_spent_time', `Add time spent on ${noun}`, 201, (duration, summary, key) => ({
      kind: 'spend',
      duration,
      summary,
      ...key,
    })),
    reset('reset_time_estimate', `Reset the time estimate of ${noun}`, { kind: 'remove_estimate' }),
    reset('reset_spent_time', `Reset the time spent on ${noun}`, { kind: 'remove_spent' }),
  ];
}
