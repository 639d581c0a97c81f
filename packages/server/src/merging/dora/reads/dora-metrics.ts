import { type DoraMetric, MAX_DORA_DAYS } from '@tributary/contract/environments/dora.ts';
import type { Tier } from '@tributary/contract/environments/status.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { z } from 'zod';
import { dayOf } from '../../../platform/clock.ts';
import type { Context } from '../../../platform/context.ts';
import { type DoraOwner, type DoraRange, type DoraRow, doraValues } from '../store/dora-store.ts';

const DAY_MS = 86_400_000;
/** About three months. */
const USUAL_DAYS = 90;

export type DoraRequest = {
  metric: DoraMetric;
  from?: string | null | undefined;
  to?: string | null | undefined;
  interval: DoraRange['interval'];
  tiers?: readonly Tier[] | undefined;
};

const isDay = (text: string): boolean => z.iso.date().safeParse(text).success;

/** One of the four figures of delivery for a project or group. */
export function doraMetrics(ctx: Context, owner: DoraOwner, request: DoraRequest): Promise<DoraRow[]> {
  const to = request.to ?? dayOf(ctx.clock.now());
  if (!isDay(to)) throw new AppError('dora_range_wrong');
  const from = request.from ?? dayOf(new Date(Date.parse(to) - USUAL_DAYS * DAY_MS));
  if (!isDay(from) || from > to) throw new AppError('dora_range_wrong');
  if (Date.parse(to) - Date.parse(from) > MAX_DORA_DAYS * DAY_MS) throw new AppError('dora_range_long');
  const tiers = request.tiers === undefined || request.tiers.length === 0 ? (['production'] as const) : request.tiers;
  return doraValues(ctx.db, request.metric, owner, { from, to, interval: request.interval, tiers });
}
