const sameYear = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const otherYear = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });

/** `Mar 1` of `2026-03-01`, with the year when it is another one. A day has no time zone: it is the same everywhere. */
export function formatDay(day: string, now: Date = new Date()): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return (date.getUTCFullYear() === now.getFullYear() ? sameYear : otherYear).format(date);
}

/** `YYYY-MM-DD` of the day after this one, as date fields want it. */
export function dayAfter(now: Date): string {
  const next = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${next.getFullYear()}-${two(next.getMonth() + 1)}-${two(next.getDate())}`;
}
