export const MIN_PASSWORD_LENGTH = 8;
/** Longer ones only cost time to hash. */
export const MAX_PASSWORD_LENGTH = 128;
export const MAX_AVATAR_BYTES = 200 * 1_024;
/** Each side; more costs every browser that shows it the memory of the image unpacked. */
export const MAX_AVATAR_PIXELS = 4_096;
export const AVATAR_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export const DEFAULT_TOKEN_DAYS = 30;
export const MAX_TOKEN_DAYS = 365;
/** For tokens, the e-mail address and two-factor the user must have typed the password this recently. */
export const REAUTHENTICATION_MINUTES = 10;
/** A session ends this long after sign-in, however much it is used. */
export const MAX_SESSION_MINUTES = 30 * 24 * 60;
/** Days that deleted projects and groups can wait. */
export const MAX_DELETION_DAYS = 90;
export const DEFAULT_STATUS_EMOJI = 'speech_balloon';
export const MAX_STATUS_LENGTH = 100;

/** A number that stands for "no limit worth the name". */
export const NO_PROJECTS_LIMIT = 100_000;

/** None, or not so often that it would be a burden. */
export function isPollingMultiplier(value: number): boolean {
  return value === 0 || (value >= 0.1 && value <= 100);
}

/** Of new comments of one user a minute; with 0 they have none of their own. */
export const NOTES_LIMIT = { usual: 300, most: 100_000 } as const;

/** What changes show without being asked: administrators may raise it so far. */
export const DIFF_LIMITS = {
  diff_max_patch_bytes: { least: 200 * 1_024, most: 500 * 1_024 },
  diff_max_files: { least: 1_000, most: 3_000 },
  diff_max_lines: { least: 50_000, most: 100_000 },
} as const;
export type DiffLimitName = keyof typeof DIFF_LIMITS;

/** What access tokens begin with unless an administrator chose something else. */
export const DEFAULT_TOKEN_PREFIX = 'glpat-';
export const MAX_TOKEN_PREFIX = 20;
/** Safe in headers, URLs and shells; empty for tokens without a prefix. */
export const TOKEN_PREFIX = /^[\w=/.-]*$/;
