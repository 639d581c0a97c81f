/** A document may do several things: each has its own name in the answer, and with it a key of its own. */
export function keyOfField(idempotencyKey: string | undefined, name: string | number): { idempotencyKey?: string } {
  return idempotencyKey === undefined ? {} : { idempotencyKey: `${name}:${idempotencyKey}` };
}
