import { DORA_METRICS } from '@tributary/contract/environments/dora.ts';
import type { DoraDays, DoraFigure } from '@tributary/contract/environments/dora-page.ts';
import type { Tier } from '@tributary/contract/environments/status.ts';
import { dayOf } from '../../../platform/clock.ts';
import type { Context } from '../../../platform/context.ts';
import type { DoraOwner } from '../store/dora-store.ts';
import { doraMetrics } from './dora-metrics.ts';

const DAY_MS = 86_400_000;

/** All four figures of the last days, each with its course and its value for as many days before. */
export async function doraFigures(
  ctx: Context,
  owner: DoraOwner,
  { days, tier }: { days: DoraDays; tier: Tier },
): Promise<{ from: string; to: string; figures: DoraFigure[] }> {
  const now = ctx.clock.now().getTime();
  const daysAgo = (count: number) => dayOf(new Date(now - count * DAY_MS));
  const [from, to] = [daysAgo(days - 1), daysAgo(0)];
  const figures: DoraFigure[] = [];
  for (const metric of DORA_METRICS) {
    const ask = (range: { from: string; to: string }, interval: 'all' | 'daily') =>
      doraMetrics(ctx, owner, { metric, ...range, interval, tiers: [tier] });
    const [daily, [all], [before]] = await Promise.all([
      ask({ from, to }, 'daily'),
      ask({ from, to }, 'all'),
      ask({ from: daysAgo(2 * days - 1), to: daysAgo(days) }, 'all'),
    ]);
    figures.push({
      metric,
      value: all?.value ?? null,
      before: before?.value ?? null,
      points: daily.flatMap(({ date, value }) => (date === null ? [] : [{ date, value }])),
    });
  }
  return { from, to, figures };
}
