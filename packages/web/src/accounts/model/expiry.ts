const dayMs = 86_400_000;

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** `YYYY-MM-DD` of the server's clock, UTC, as tokens expire. */
export function utcDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** The spans that are offered beside the date field, without those beyond the longest allowed one. */
export function expiryChoices(today: string, max: string): { label: string; value: string }[] {
  const spans = [
    { label: '7 days', days: 7 },
    { label: '30 days', days: 30 },
    { label: '90 days', days: 90 },
    { label: '1 year', days: 365 },
  ];
  return spans.map(({ label, days }) => ({ label, value: addDays(today, days) })).filter(({ value }) => value <= max);
}

/** Days until a token stops working; zero or less when it has. */
export function daysLeft(expiresAt: string, today: string): number {
  return Math.round((Date.parse(`${expiresAt}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / dayMs);
}

/** What the browser can tell of a chosen day, as a sentence. */
export function expiryProblem(expiresAt: string, today: string, max: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(expiresAt)) return 'Choose a date.';
  if (expiresAt <= today) return 'Choose a date after today.';
  return expiresAt > max ? `Choose a date no later than ${max}.` : null;
}
