const TEXTS: Record<number, string> = {
  0: 'No one',
  30: 'Developers + Maintainers',
  40: 'Maintainers',
  60: 'Administrators',
};

/** A level of a protection rule as clients and people read it. */
export function levelText(level: number): string {
  return TEXTS[level] ?? 'No one';
}
