const units = [
  { name: 'day', minutes: 24 * 60 },
  { name: 'hour', minutes: 60 },
  { name: 'minute', minutes: 1 },
] as const;

/** `7 days`, `1 hour 30 minutes`: minutes as users say them. */
export function durationText(minutes: number): string {
  let rest = Math.max(0, Math.round(minutes));
  const parts: string[] = [];
  for (const unit of units) {
    const count = Math.floor(rest / unit.minutes);
    rest -= count * unit.minutes;
    if (count > 0) parts.push(`${count} ${unit.name}${count === 1 ? '' : 's'}`);
  }
  return parts.length === 0 ? '0 minutes' : parts.join(' ');
}

/** The whole number that was typed; undefined for anything else. */
export function wholeNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : undefined;
}
