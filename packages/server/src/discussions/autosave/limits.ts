const DAY_MS = 24 * 60 * 60 * 1000;

/** Texts of one user: so many, so long in all; the oldest become earlier texts, which have as much room again. */
export const MAX_TEXTS = 200;
export const MAX_CHARS = 5_000_000;
/** Earlier states of one text. */
export const MAX_VERSIONS = 20;
/** A state older than this is kept before it is overwritten. */
export const VERSION_EVERY_MS = 60_000;
export const TEXT_LIFE_MS = 90 * DAY_MS;
export const VERSION_LIFE_MS = 14 * DAY_MS;
/** Requests a minute: one a second while typing, and some for other windows. */
export const SAVES_PER_MINUTE = 120;

/** So much of a text is gone that its writer may want it back. */
export function isCut(before: string, after: string): boolean {
  return before.length >= 80 && after.length < before.length / 2;
}
