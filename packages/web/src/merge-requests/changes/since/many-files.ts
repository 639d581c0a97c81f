/** Fewer files than this are all shown, however many are hidden. */
export const MANY_FILES = 100;
