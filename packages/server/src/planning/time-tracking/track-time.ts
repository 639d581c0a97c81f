import { formatDuration, parseDuration } from '@tributary/contract/planning/durations.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { addSystemNote, type Noteable } from '../../discussions/index.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { projectOf } from '../../projects/index.ts';
import { doOnce } from '../../platform/done-once.ts';
import {
  deleteEstimate,
  deleteTimeEntries,
  deleteTimeEntry,
  findTimeEntryRow,
  insertTimeEntry,
  listTimeEntries,
  listTimeStats,
  setEstimate,
  type TimeEntry,
  type TimeStats,
} from './time-store.ts';

export type { TimeEntry, TimeStats };

/** What can be done with the time of a thing. Spans as users write them: `1h 30m`. */
export type TimeChange =
  | { kind: 'estimate'; duration: string }
  | {
      kind: 'spend';
      duration: string;
      summary?: string | undefined;
      spentAt?: Date | undefined;
      /** The client's own: the same time is not added twice. */
      idempotencyKey?: string | undefined;
    }
  | { kind: 'remove_estimate' }
  | { kind: 'remove_entry'; entryId: number }
  | { kind: 'remove_spent' };

const NO_TIME: TimeStats = { estimateSeconds: 0, spentSeconds: 0 };

export async function timeStatsOf(ctx: Context, type: string, ids: readonly number[]): Promise<Map<number, TimeStats>> {
  const known = await listTimeStats(ctx.db, type, ids);
  return new Map(ids.map((id) => [id, known.get(id) ?? NO_TIME]));
}

/** What was spent on these things, oldest first; the caller has made sure that the actor may see them. */
export function timeEntriesOf(ctx: Context, type: string, ids: readonly number[]): Promise<TimeEntry[]> {
  return listTimeEntries(ctx.db, type, ids);
}

export async function newestTimeEntry(ctx: Context, type: string, id: number): Promise<TimeEntry | undefined> {
  return (await listTimeEntries(ctx.db, type, [id])).at(-1);
}

export function findTimeEntry(ctx: Context, id: number): Promise<TimeEntry | undefined> {
  return findTimeEntryRow(ctx.db, id);
}

/** Changes the time of a thing and notes it down; the caller has asked for the right and holds the thing's row. */
export async function applyTimeChange(ctx: Context, noteable: Noteable, change: TimeChange): Promise<void> {
  const asked = { act: `time:${noteable.type}:${noteable.id}`, key: keyOf(change) };
  await doOnce(ctx, asked, async (inner) => {
    const { id, type } = noteable;
    const stats = (await timeStatsOf(inner, type, [id])).get(id) ?? NO_TIME;
    const body = await applied(inner, noteable, stats, change);
    if (body !== null) await addSystemNote(inner, noteable, { action: 'time', body });
    return { id, made: body };
  });
}

function keyOf(change: TimeChange): string | undefined {
  return change.kind === 'spend' ? change.idempotencyKey : undefined;
}

async function applied(ctx: Context, noteable: Noteable, stats: TimeStats, change: TimeChange): Promise<string | null> {
  const key = { type: noteable.type, id: noteable.id };
  const { project } = projectOf(noteable.place);
  switch (change.kind) {
    case 'estimate': {
      const seconds = spanOf(change.duration);
      if (seconds < 0) throw new AppError('duration_invalid');
      if (seconds === 0) return applied(ctx, noteable, stats, { kind: 'remove_estimate' });
      if (seconds === stats.estimateSeconds) return null;
      await setEstimate(ctx.db, key, project.id, seconds);
      return `changed time estimate to ${formatDuration(seconds)}`;
    }
    case 'remove_estimate': {
      if (stats.estimateSeconds === 0) return null;
      await deleteEstimate(ctx.db, key);
      return 'removed time estimate';
    }
    case 'spend':
      return spend(ctx, noteable, stats, change);
    case 'remove_entry': {
      const removed = await deleteTimeEntry(ctx.db, key, change.entryId);
      if (!removed) throw new AppError('not_found', { resource: 'Timelog' });
      if (stats.spentSeconds - removed.seconds < 0) throw new AppError('time_negative');
      const day = removed.spent_at.toISOString().slice(0, 10);
      return `deleted ${formatDuration(Math.abs(removed.seconds))} of spent time from ${day}`;
    }
    case 'remove_spent': {
      if (stats.spentSeconds === 0) return null;
      await deleteTimeEntries(ctx.db, key);
      return 'removed time spent';
    }
  }
}

async function spend(
  ctx: Context,
  noteable: Noteable,
  stats: TimeStats,
  change: Extract<TimeChange, { kind: 'spend' }>,
): Promise<string | null> {
  const seconds = spanOf(change.duration);
  if (seconds === 0) throw new AppError('duration_invalid');
  if (stats.spentSeconds + seconds < 0) throw new AppError('time_negative');
  const spentAt = change.spentAt ?? ctx.clock.now();
  await insertTimeEntry(
    ctx.db,
    { type: noteable.type, id: noteable.id },
    {
      projectId: noteable.place.id,
      userId: actorId(ctx.actor) ?? null,
      seconds,
      spentAt,
      summary: change.summary ?? '',
    },
  );
  const day = spentAt.toISOString().slice(0, 10);
  const on = day === ctx.clock.now().toISOString().slice(0, 10) ? '' : ` at ${day}`;
  const span = formatDuration(Math.abs(seconds));
  return seconds > 0 ? `added ${span} of time spent${on}` : `subtracted ${span} from time spent${on}`;
}

function spanOf(text: string): number {
  const seconds = parseDuration(text);
  if (seconds === null) throw new AppError('duration_invalid');
  return seconds;
}
