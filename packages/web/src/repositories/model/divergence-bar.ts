/** Widths in percent of the two halves of the bar; the longest branch of the list fills its half. */
export function barWidths(counts: { ahead: number; behind: number }, most: number): { ahead: number; behind: number } {
  const width = (count: number) => (count === 0 || most === 0 ? 0 : Math.max(6, Math.round((100 * count) / most)));
  return { ahead: width(counts.ahead), behind: width(counts.behind) };
}
