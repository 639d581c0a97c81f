import { timeInput } from '@tributary/contract/core/inputs.ts';

export { idempotencyKey } from '../../faces/http/idempotency-key.ts';

/** Notes a minute for one person, over all doors. */
export const NOTES_PER_MINUTE = 300;

/** When a note was written, from those who may say so. */
export const sentAt = { created_at: timeInput.optional() };

type Headers = Record<string, string | string[] | undefined>;

export function headerText(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
