import { useEffect, useState } from 'react';

const TICK_MS = 1_000;

/** Hours, minutes and seconds until a moment; zeros once it is over. */
export function remainingText(until: string, now: number): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - now) / 1_000));
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** Counts down to when a delayed job starts by itself. */
export function RemainingTime({ until }: { until: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={until} className="tabular-nums">
      {remainingText(until, now)}
    </time>
  );
}
