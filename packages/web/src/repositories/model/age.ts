import { momentFrom } from '../../lib/relative-time.ts';

/** How new a date is among the others: from 1 for the newest to 0.08 for the oldest, 0.5 when all are alike. */
export function ageScale(dates: readonly string[]): (date: string) => number {
  let oldest = Number.POSITIVE_INFINITY;
  let newest = Number.NEGATIVE_INFINITY;
  for (const date of dates) {
    const time = momentFrom(date).getTime();
    if (Number.isNaN(time)) continue;
    oldest = Math.min(oldest, time);
    newest = Math.max(newest, time);
  }
  return (date) => {
    const time = momentFrom(date).getTime();
    return Number.isNaN(time) || newest <= oldest ? 0.5 : 0.08 + 0.92 * ((time - oldest) / (newest - oldest));
  };
}
