export const MAX_ATTEMPTS = 5;
const TEMPORARY_AFTER = 4;
export const DISABLE_AFTER = 40;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Time before each further attempt of a delivery: 1, 5, 25 and 125 minutes. */
export function retryDelayMs(failedAttempt: number): number {
  return MINUTE_MS * 5 ** (failedAttempt - 1);
}

/** What so many failures in a row do to a hook: nothing, a pause that grows to a day, or the end. */
export function afterFailures(
  inARow: number,
): { kind: 'go_on' } | { kind: 'pause'; pauseMs: number } | { kind: 'disable' } {
  if (inARow >= DISABLE_AFTER) return { kind: 'disable' };
  if (inARow < TEMPORARY_AFTER) return { kind: 'go_on' };
  return { kind: 'pause', pauseMs: Math.min(MINUTE_MS * 2 ** (inARow - TEMPORARY_AFTER), DAY_MS) };
}
