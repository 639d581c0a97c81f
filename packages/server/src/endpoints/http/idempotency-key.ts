import { failFields } from '@tributary/contract/errors/app-error.ts';

/** The client's own key for what it makes: a repeated request with it makes no second one. */
export function idempotencyKey(headers: Record<string, string | string[] | undefined>): { idempotencyKey?: string } {
  const value = headers['idempotency-key'];
  if (typeof value !== 'string' || value === '') return {};
  if (!/^[\x21-\x7e]{1,200}$/.test(value)) {
    failFields({ idempotency_key: ['must be 1 to 200 printable characters'] });
  }
  return { idempotencyKey: value };
}
