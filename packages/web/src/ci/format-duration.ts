const pad = (value: number): string => String(value).padStart(2, '0');

/** `00:01:05`, as pipelines and jobs show how long they took; less than a second is no clock of zeros. */
export function formatDuration(seconds: number): string {
  if (seconds < 1) return 'under 1 s';
  const whole = Math.round(seconds);
  return `${pad(Math.floor(whole / 3_600))}:${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}`;
}
