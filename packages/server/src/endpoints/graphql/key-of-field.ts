import { createHash } from 'node:crypto';

/** As long as the keys that clients send. */
const MOST = 200;

/** A document may do several things: each has its own name in the answer, and with it a key of its own. */
export function keyOfField(idempotencyKey: string | undefined, name: string | number): { idempotencyKey?: string } {
  if (idempotencyKey === undefined) return {};
  const key = `${name}:${idempotencyKey}`;
  return { idempotencyKey: key.length > MOST ? createHash('sha256').update(key).digest('hex') : key };
}
