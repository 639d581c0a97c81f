/** Wrong attempts in a row that cost nothing: users mistype. */
const FREE_ATTEMPTS = 10;
const MAX_DELAY_SECONDS = 60;

/**
 * Seconds to wait after so many wrong attempts in a row. It grows to a minute and stays there: guessing becomes
 * hopeless, and nobody can lock someone else out for good.
 */
export function attemptDelaySeconds(failedAttempts: number): number {
  if (failedAttempts < FREE_ATTEMPTS) return 0;
  return Math.min(2 ** (failedAttempts - FREE_ATTEMPTS), MAX_DELAY_SECONDS);
}
