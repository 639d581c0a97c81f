/** Nothing of what was said could be had. */
export const NO_COMMENTS = 'Something went wrong while fetching comments. Please try again.';
/** What is shown may be old. */
export const FETCH_LATEST_FAILED = 'Something went wrong while fetching latest comments.';
