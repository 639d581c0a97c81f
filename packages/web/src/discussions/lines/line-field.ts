/** Begins the names of the unfinished texts of lines. */
export const LINE_FIELD = 'line-';
