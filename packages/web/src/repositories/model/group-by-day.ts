import { outOfRangeDay, momentFrom } from '../../lib/relative-time.ts';

export type DayGroup<T> = { key: string; title: string; items: T[] };

const title = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

function dayKey(date: Date): string {
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
}

/** Whether a moment is on a day of the reader's calendar that `groupByDay` made. */
export function isOnDay({ key }: DayGroup<unknown>, value: string): boolean {
  const date = momentFrom(value);
  return !Number.isNaN(date.getTime()) && key.startsWith(`${dayKey(date)}#`);
}

/** Neighbours of the same day of the reader's calendar; the order stays, so a day may come twice in odd histories. */
export function groupByDay<T>(items: readonly T[], dateOf: (item: T) => string, now: Date = new Date()): DayGroup<T>[] {
  const today = dayKey(now);
  const yesterday = dayKey(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1));
  const groups: DayGroup<T>[] = [];
  let lastDay = '';
  for (const item of items) {
    const date = momentFrom(dateOf(item));
    const isFar = Number.isNaN(date.getTime());
    const day = isFar ? (outOfRangeDay(dateOf(item)) ?? '') : dayKey(date);
    const last = groups.at(-1);
    if (last !== undefined && day === lastDay) {
      last.items.push(item);
      continue;
    }
    const name = day === today ? 'Today' : day === yesterday ? 'Yesterday' : isFar ? day : title.format(date);
    groups.push({ key: `${day}#${groups.length}`, title: name, items: [item] });
    lastDay = day;
  }
  return groups;
}
