import { useSyncExternalStore } from 'react';
import { dateAndTime, exactTime, outOfRangeDay, momentFrom, relativeTime } from './relative-time.ts';

const tickMs = 30_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

/** One timer for all times of the page; it runs only while one is shown. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(tick, tickMs);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

let isRelative = true;

/** Off, every time is shown as date and time of day. */
export function showRelativeTimes(isShown: boolean): void {
  if (isShown === isRelative) return;
  isRelative = isShown;
  for (const listener of listeners) listener();
}

export type TimeProps = { value: string | Date; className?: string; prefix?: string };

/** Relative up to a week, then the date, unless the user prefers dates; the exact time on hover and for readers. */
export function Time({ value, className, prefix }: TimeProps) {
  const current = useSyncExternalStore(subscribe, () => now);
  const relative = useSyncExternalStore(subscribe, () => isRelative);
  const date = typeof value === 'string' ? momentFrom(value) : value;
  if (Number.isNaN(date.getTime())) {
    // Beyond the year 275760, where commits may be, there is only the text.
    const day = outOfRangeDay(String(value));
    return (
      day && (
        <span title={String(value)} className={className}>
          {prefix}
          {day}
        </span>
      )
    );
  }
  // A clock a little behind the server's must not say "in a moment" of what has just happened.
  const reference = new Date(Math.max(current, Math.min(date.getTime(), current + 2 * tickMs)));
  const shown = relative ? relativeTime(date, reference) : dateAndTime(date);
  const full = exactTime(date);
  return (
    <time dateTime={date.toISOString()} title={full} className={className}>
      {prefix}
      {shown}
      <span className="sr-only">{` (${full})`}</span>
    </time>
  );
}
