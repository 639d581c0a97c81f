const UNITS: Readonly<Record<string, number>> = {
  s: 1,
  sec: 1,
  second: 1,
  m: 60,
  min: 60,
  minute: 60,
  h: 3_600,
  hr: 3_600,
  hour: 3_600,
  d: 86_400,
  dy: 86_400,
  day: 86_400,
  w: 604_800,
  wk: 604_800,
  week: 604_800,
  mo: 2_592_000,
  mos: 2_592_000,
  month: 2_592_000,
  y: 31_557_600,
  yr: 31_557_600,
  year: 31_557_600,
};

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

const PART = /(\d+(?:\.\d+)?)\s*([a-z]*)/g;

/** Seconds of a duration such as `90`, `1h 30m`, `one week`, `2 weeks and 3 days` or `1:30:00`; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  if (text.length > 100) return undefined;
  const lower = text
    .trim()
    .toLowerCase()
    .replaceAll(/[a-z]+/g, (word) => (NUMBERS.includes(word) ? String(NUMBERS.indexOf(word)) : word));
  if (lower === '') return undefined;
  if (/^\d+(?::\d{1,2}){1,2}$/.test(lower)) return lower.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  if (lower.replaceAll(PART, '').replaceAll(/and|plus|with|[\s,]/g, '') !== '') return undefined;
  let seconds = 0;
  for (const [, amount, word] of lower.matchAll(PART)) {
    const unit = unitOf(word ?? '');
    if (unit === undefined) return undefined;
    seconds += Number(amount) * unit;
  }
  return Math.round(seconds);
}

function unitOf(word: string): number | undefined {
  if (word === '') return 1;
  const name = Object.hasOwn(UNITS, word) ? word : word.replace(/s$/, '');
  return Object.hasOwn(UNITS, name) ? UNITS[name] : undefined;
}
