/** Spans of working time as users write them: `1w 2d 3h 30m`. A day has 8 hours, a week 5 days, a month 4 weeks. */

const HOUR = 3_600;
const UNITS: readonly [name: string, seconds: number, pattern: string][] = [
  ['mo', 4 * 5 * 8 * HOUR, 'mo|months?'],
  ['w', 5 * 8 * HOUR, 'w|weeks?'],
  ['d', 8 * HOUR, 'd|days?'],
  ['h', HOUR, 'h|hrs?|hours?'],
  ['m', 60, 'm|mins?|minutes?'],
  ['s', 1, 's|secs?|seconds?'],
];
const PART = /^(\d{1,6}(?:\.\d{1,4})?)\s*([a-z]+)\s*/;
/** About a thousand years of work: what is longer is a slip of the pen. */
const MAX_SECONDS = 10_000_000_000;

/** Seconds, negative for `-1h`; null when the text is no span. A number alone is hours. */
export function parseDuration(text: string): number | null {
  let rest = text.trim().toLowerCase();
  const sign = rest.startsWith('-') ? -1 : 1;
  rest = rest.replace(/^[+-]\s*/, '');
  if (/^\d{1,6}(\.\d{1,4})?$/.test(rest)) return bounded(sign * Math.round(Number(rest) * HOUR));
  if (rest === '') return null;
  let seconds = 0;
  while (rest !== '') {
    const [whole, amount, unit] = PART.exec(rest) ?? [];
    const known = UNITS.find(([, , pattern]) => pattern.split('|').some((name) => isNamed(unit, name)));
    if (whole === undefined || !known) return null;
    seconds += Number(amount) * known[1];
    rest = rest.slice(whole.length);
  }
  return bounded(sign * Math.round(seconds));
}

/** `months?` names `month` and `months`. */
function isNamed(unit: string | undefined, name: string): boolean {
  if (!name.endsWith('?')) return unit === name;
  return unit === name.slice(0, -1) || unit === name.slice(0, -2);
}

function bounded(seconds: number): number | null {
  return Math.abs(seconds) > MAX_SECONDS ? null : seconds;
}

/** `1d 4h`; null for no time at all. */
export function formatDuration(seconds: number): string | null {
  let rest = Math.abs(seconds);
  const parts: string[] = [];
  for (const [name, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count}${name}`);
  }
  if (parts.length === 0) return null;
  return seconds < 0 ? `-${parts.join(' ')}` : parts.join(' ');
}
