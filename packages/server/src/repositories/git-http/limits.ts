/** Budgets of git over HTTP and SSH. Bytes and milliseconds. */
export const GIT_LIMITS = {
  maxPackBytes: 2 * 1024 ** 3,
  maxBlobBytes: 100 * 1024 ** 2,
  /** Over this a file is accepted with a warning. */
  warnBlobBytes: 50 * 1024 ** 2,
  maxObjects: 1_000_000,
  /** A mirror of a large project brings all of its branches and tags at once. */
  maxRefs: 200_000,
  idleTimeoutMs: 60_000,
  /** In a conversation the client makes the pack while the server waits. */
  conversationIdleMs: 600_000,
  totalTimeoutMs: 3_600_000,
} as const;

const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;

export function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? value : Math.round(value * 10) / 10} ${UNITS[unit] ?? 'GB'}`;
}
