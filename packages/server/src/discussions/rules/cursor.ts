import { fail } from '@tributary/contract/errors/app-error.ts';

/** Page sizes of discussion lists as clients grow them: 20, then 1.5 times more, never above 100. */
export const FIRST_DISCUSSION_PAGE = 20;
export const MAX_DISCUSSION_PAGE = 100;

/** Opaque to clients. */
export function encodeCursor(after: number): string {
  return Buffer.from(JSON.stringify({ after })).toString('base64url');
}

/** Throws bad_parameter on anything that was not made by encodeCursor. */
export function decodeCursor(cursor: string): number {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (typeof value === 'object' && value !== null && 'after' in value && Number.isSafeInteger(value.after)) {
      return Number(value.after);
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return fail('bad_parameter', { name: 'cursor' });
}

/** Notes written by a transaction that was still open when the last poll looked are seen by the next one. */
export const POLL_OVERLAP_MICROS = 5_000_000;

/** `X-Last-Fetched-At`: microseconds since 1970, or undefined when it is no such thing. */
export function parseFetchedAt(value: string | undefined): number | undefined {
  if (value === undefined || !/^\d{1,16}$/.test(value)) return undefined;
  return Number(value);
}
