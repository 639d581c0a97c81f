/** `+12%`; `0%` where nothing changed, and a dash where there is nothing to compare with. */
export function percentChange(before: number, after: number): string {
  const change = before === after ? 0 : Math.round(((after - before) / before) * 100);
  return Number.isFinite(change) ? `${change > 0 ? '+' : ''}${change}%` : '-';
}
