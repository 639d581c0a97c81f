import type { Extensions } from '../../../platform/extensions.ts';
import type { FreezePeriodCard } from '@tributary/contract/environments/freeze-periods.ts';
import { definePipelineVariables, nextRun } from '../../../ci/index.ts';
import type { Context } from '../../../platform/context.ts';
import { type FreezePeriodRow, listFreezePeriods } from '../store/freeze-store.ts';

type FreezeState = { row: FreezePeriodRow; activeUntil: Date | null; nextStart: Date | null };

/** A period is under way when its end comes before its next start. */
async function stateOf(row: FreezePeriodRow, now: Date): Promise<FreezeState> {
  const [start, end] = await Promise.all([
    nextRun(row.freeze_start, row.cron_timezone, now),
    nextRun(row.freeze_end, row.cron_timezone, now),
  ]);
  const isActive = end.at !== null && (start.at === null || end.at < start.at);
  return { row, activeUntil: isActive ? end.at : null, nextStart: start.at };
}

export async function freezeStates(ctx: Context, projectId: number): Promise<FreezeState[]> {
  const rows = await listFreezePeriods(ctx.db, projectId);
  return Promise.all(rows.map((row) => stateOf(row, ctx.clock.now())));
}

/** For the settings. */
export function toFreezePeriodCard({ row, activeUntil, nextStart }: FreezeState): FreezePeriodCard {
  return {
    id: row.id,
    start: row.freeze_start,
    end: row.freeze_end,
    timezone: row.cron_timezone,
    activeUntil: activeUntil?.toISOString() ?? null,
    nextStart: nextStart?.toISOString() ?? null,
  };
}

/** When the freeze that is under way ends; null without one. */
export async function frozenUntil(ctx: Context, projectId: number): Promise<Date | null> {
  const ends = (await freezeStates(ctx, projectId)).flatMap(({ activeUntil }) => activeUntil ?? []);
  return ends.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null;
}

export const freezesFreezeState: Extensions = [
  definePipelineVariables(async (ctx, { project }): Promise<Record<string, string>> =>
    (await frozenUntil(ctx, project.id)) === null ? {} : { CI_DEPLOY_FREEZE: 'true' },
  ),
];
