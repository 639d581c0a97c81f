const DAY_MS = 86_400_000;
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const NUMBERS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

const SPAN = /^(?:in\s+)?(\d{1,4}|[a-z]{1,6})\s+(day|week|month|year)s?(?:\s+(?:from\s+now|from\s+today|later))?$/;
const MONTH_FIRST = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:\s*,?\s+(\d{4}))?$/;
const DAY_FIRST = /^(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?([a-z]{3,9})\.?(?:\s*,?\s+(\d{4}))?$/;

/**
 * The day that words mean, seen from `today`: `2026-03-01`, `tomorrow`, `friday`, `next friday`, `in 2 weeks`, `next month`,
 * `December 31st`. A day without a year is the next one of that name. Undefined when they mean none.
 */
export function parseDayText(words: string, today: string): string | undefined {
  const text = words
    .trim()
    .toLowerCase()
    .replace(/^<|>$/g, '')
    .replace(/^(?:on|by)\s+/, '')
    .replaceAll(/\s+/g, ' ');
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(text);
  if (iso) return calendarDay(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
  return named(text, today) ?? spanned(text, today) ?? monthly(text, today);
}

function named(text: string, today: string): string | undefined {
  if (text === 'today') return today;
  if (text === 'tomorrow') return plusDays(today, 1);
  const [, unit] = /^(?:the )?next (day|week|month|year)$/.exec(text) ?? [];
  if (unit !== undefined) return plus(today, 1, unit);
  const [, name] = /^(?:this |next |the next |coming |the coming )?([a-z]{3,9})$/.exec(text) ?? [];
  const weekday = name === undefined ? -1 : placeOf(WEEKDAYS, name);
  if (weekday === -1) return undefined;
  const ahead = (weekday - new Date(`${today}T00:00:00Z`).getUTCDay() + 7) % 7;
  return plusDays(today, ahead === 0 ? 7 : ahead);
}

function spanned(text: string, today: string): string | undefined {
  const [, count = '', unit = ''] = SPAN.exec(text) ?? [];
  const amount = /^\d/.test(count) ? Number(count) : count === 'a' || count === 'an' ? 1 : NUMBERS.indexOf(count);
  return unit === '' || amount < 0 ? undefined : plus(today, amount, unit);
}

function monthly(text: string, today: string): string | undefined {
  const [, first, day, year] = MONTH_FIRST.exec(text) ?? [];
  if (first !== undefined) return dayOfMonth(first, Number(day), year, today);
  const [, number, second, ofYear] = DAY_FIRST.exec(text) ?? [];
  return second === undefined ? undefined : dayOfMonth(second, Number(number), ofYear, today);
}

function dayOfMonth(name: string, day: number, year: string | undefined, today: string): string | undefined {
  const month = placeOf(MONTHS, name === 'sept' ? 'september' : name);
  if (month === -1) return undefined;
  if (year !== undefined) return calendarDay(Number(year), month, day);
  const thisYear = Number(today.slice(0, 4));
  for (let ahead = 0; ahead <= 8; ahead++) {
    // The 29th of February is not in every year.
    const found = calendarDay(thisYear + ahead, month, day);
    if (found !== undefined && found >= today) return found;
  }
  return undefined;
}

/** The name in full, or its first three letters (tues, thur and thurs too, as users write them). */
function placeOf(names: readonly string[], written: string): number {
  if (written.length < 3) return -1;
  return names.findIndex((name) => name === written || (written.length <= 5 && name.startsWith(written)));
}

function plus(today: string, amount: number, unit: string): string {
  if (unit === 'day') return plusDays(today, amount);
  if (unit === 'week') return plusDays(today, amount * 7);
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const months = year * 12 + (month - 1) + amount * (unit === 'year' ? 12 : 1);
  const [toYear, toMonth] = [Math.floor(months / 12), months % 12];
  // The last day of a shorter month, not the first of the one after it.
  const last = new Date(Date.UTC(toYear, toMonth + 1, 0)).getUTCDate();
  return calendarDay(toYear, toMonth, Math.min(day, last)) ?? today;
}

function plusDays(today: string, days: number): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Undefined for days that no calendar has. */
function calendarDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month, day));
  if (year < 1000 || year > 9999 || date.getUTCMonth() !== month || date.getUTCDate() !== day) return undefined;
  return date.toISOString().slice(0, 10);
}
