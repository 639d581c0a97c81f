const sameYear = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const otherYear = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });

/** `Mar 1` of `2026-03-01`, with the year when it is another one. A day has no time zone: it is the same everywhere. */
export function formatDay(day: string, now: Date = new Date()): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return (date.getUTCFullYear() === now.getFullYear() ? sameYear : otherYear).format(date);
}

/** `Mar 1 – Apr 2`; with both years as soon as they differ. */
export function formatDayRange(first: string, last: string, now: Date = new Date()): string {
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  const format = (day: string): string => (isOneYear ? formatDay(day, now) : withYear(day));
  return `${format(first)} – ${format(last)}`;
}

function withYear(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : otherYear.format(date);
}

/** `YYYY-MM-DD` of the day after this one, as date fields want it. */
export function dayAfter(now: Date): string {
  const next = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${next.getFullYear()}-${two(next.getMonth() + 1)}-${two(next.getDate())}`;
}
