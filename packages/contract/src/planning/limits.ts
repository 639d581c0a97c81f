/** Of issues and merge requests. */
export const MAX_TITLE_CHARS = 255;
export const MAX_DESCRIPTION_CHARS = 1_000_000;
