/** What says how a change is made and told, and is no part of it. */
const BESIDE: ReadonlySet<string> = new Set(['outcome', 'lastKnownVersion', 'idempotencyKey', 'form']);

/** Whether a wish changes a field of its thing. */
export function changesFields(wish: object): boolean {
  return Object.entries(wish).some(([name, value]) => value !== undefined && !BESIDE.has(name));
}
