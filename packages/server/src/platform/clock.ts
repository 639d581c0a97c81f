/** The time as the product sees it; tests put a movable clock here. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

const DAY_MS = 86_400_000;
let lastDay: number | undefined;
let lastText = '';

/** `YYYY-MM-DD` in UTC. Nearly always asked of today, so that is spelled once. */
export function dayOf(time: Date): string {
  const day = Math.floor(time.getTime() / DAY_MS);
  if (day !== lastDay) {
    lastText = time.toISOString().slice(0, 10);
    lastDay = day;
  }
  return lastText;
}
