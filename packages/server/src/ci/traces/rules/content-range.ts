/** `start-end` of a piece of a log, both included; undefined for anything else. An empty piece ends before it starts. */
export function parseContentRange(header: string | undefined): { start: number; length: number } | undefined {
  const [, first, last] = /^(?:bytes[ =])?(\d{1,15})-(\d{1,15})(?:\/(?:\d+|\*))?$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined) return undefined;
  const [start, end] = [Number(first), Number(last)];
  return end >= start - 1 ? { start, length: end - start + 1 } : undefined;
}
