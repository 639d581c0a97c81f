import { useSyncExternalStore } from 'react';
import { exactTime, relativeTime } from './relative-time.ts';

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

export type TimeProps = { value: string | Date; className?: string; prefix?: string };

/** Relative up to a week, then the date; the exact time on hover and for readers. */
export function Time({ value, className, prefix }: TimeProps) {
  const current = useSyncExternalStore(subscribe, () => now);
  const date = typeof value === 'string' ? new Date(value) : value;
  if (Number.isNaN(date.getTime())) return null;
  // A clock a little behind the server's must not say "in a moment" of what has just happened.
  const shown = relativeTime(date, new Date(Math.max(current, Math.min(date.getTime(), current + 2 * tickMs))));
  const full = exactTime(date);
  return (
    <time dateTime={date.toISOString()} title={full} className={className}>
      {prefix}
      {shown}
      <span className="sr-only">{` (${full})`}</span>
    </time>
  );
}
