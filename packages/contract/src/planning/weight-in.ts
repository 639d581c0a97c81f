/** The weight that someone wrote in digits; not a number for other words. Whether it is one that can be had is not said by this. */
export function weightIn(text: string): number {
  return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
}
