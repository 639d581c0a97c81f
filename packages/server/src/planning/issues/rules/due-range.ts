const WORDS = [
  '0',
  'any',
  'today',
  'tomorrow',
  'overdue',
  'week',
  'month',
  'next_month_and_previous_two_weeks',
] as const;
type Asked = (typeof WORDS)[number];
type Due = 'none' | 'any' | 'overdue' | { from: string; to: string };

/** The word, if it is one of those. */
export function dueWord(text: string): Asked | undefined {
  return WORDS.find((word) => word === text);
}

/** The days that a word means, seen from `today` (`YYYY-MM-DD`). Weeks begin on Monday. */
export function dueRange(asked: Asked, today: string): Due {
  const now = new Date(`${today}T00:00:00Z`);
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const on = (of: number, at: number) => new Date(Date.UTC(year, of, at)).toISOString().slice(0, 10);
  const monday = day - ((now.getUTCDay() + 6) % 7);
  switch (asked) {
    case '0':
      return 'none';
    case 'any':
    case 'overdue':
      return asked;
    case 'today':
      return { from: today, to: today };
    case 'tomorrow':
      return { from: on(month, day + 1), to: on(month, day + 1) };
    case 'week':
      return { from: on(month, monday), to: on(month, monday + 6) };
    case 'month':
      return { from: on(month, 1), to: on(month + 1, 0) };
    case 'next_month_and_previous_two_weeks':
      return { from: on(month, day - 14), to: on(month + 2, 0) };
  }
}
