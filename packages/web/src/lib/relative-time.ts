const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;

const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
const sameYear = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });
const otherYear = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', year: 'numeric' });
const exact = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});

/** Also of texts as git writes them, whose years above 9999 have no sign. */
export function momentFrom(text: string): Date {
  return new Date(text.replace(/^(\d{5,6})-/, (_, year: string) => `+${year.padStart(6, '0')}-`));
}

/** The day alone of a time that no `Date` can hold, such as `287168-08-24`; null where there is none. */
export function outOfRangeDay(text: string): string | null {
  return /^\d{5,}-\d\d-\d\d(?=T)/.exec(text)?.[0] ?? null;
}

/** Relative within a week on both sides, then the date, with the year when it is another one. */
export function relativeTime(date: Date, now: Date): string {
  const distanceMs = date.getTime() - now.getTime();
  const size = Math.abs(distanceMs);
  if (Number.isNaN(size)) return '';
  if (size < 45_000) return distanceMs <= 0 ? 'just now' : 'in a moment';
  const sign = Math.sign(distanceMs);
  if (size < 59.5 * minuteMs) return words.format(sign * Math.max(1, Math.round(size / minuteMs)), 'minute');
  if (size < 23.5 * hourMs) return words.format(sign * Math.max(1, Math.round(size / hourMs)), 'hour');
  if (size < weekMs) return words.format(sign * Math.max(1, Math.round(size / dayMs)), 'day');
  return (date.getFullYear() === now.getFullYear() ? sameYear : otherYear).format(date);
}

const plain = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** `Nov 20, 2026, 9:15 AM`, for those who prefer it to `3 hours ago`. */
export function dateAndTime(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : plain.format(date);
}

export function exactTime(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : exact.format(date);
}
