export type FuzzyMatch = { score: number; ranges: [start: number, end: number][] };

export function isWordStart(text: string, index: number): boolean {
  if (index === 0) return true;
  const before = text.charAt(index - 1);
  return /[\s/_.\-:]/.test(before) || (/[a-z]/.test(before) && /[A-Z]/.test(text.charAt(index)));
}

function pushIndex(ranges: [number, number][], index: number): void {
  const last = ranges.at(-1);
  if (last !== undefined && last[1] === index) last[1] = index + 1;
  else ranges.push([index, index + 1]);
}

/**
 * Whether the letters of the query stand in the text in this order; word starts, runs and early places score higher.
 * Null when they do not. An empty query matches everything alike.
 */
export function fuzzyMatch(query: string, text: string): FuzzyMatch | null {
  const letters = query.toLowerCase().replaceAll(/\s+/g, '');
  const lower = text.toLowerCase();
  const whole = lower.indexOf(query.toLowerCase().trim());
  if (letters !== '' && whole >= 0) {
    const end = whole + query.trim().length;
    return { score: 100 - whole + (isWordStart(text, whole) ? 50 : 0), ranges: [[whole, end]] };
  }
  const ranges: [number, number][] = [];
  let score = 0;
  let from = 0;
  for (const letter of letters) {
    const index = lower.indexOf(letter, from);
    if (index < 0) return null;
    score += isWordStart(text, index) ? 8 : index === from ? 4 : 1 - Math.min(3, index - from) / 4;
    pushIndex(ranges, index);
    from = index + 1;
  }
  return { score, ranges };
}
