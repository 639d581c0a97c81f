import { formatDuration } from '../format-duration.ts';

/** Tests take milliseconds to hours. */
export function formatSeconds(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1_000)} ms`;
  return seconds < 60 ? `${seconds.toFixed(2)} s` : formatDuration(seconds);
}
