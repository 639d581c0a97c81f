/** The largest file that can be attached to a text. */
export const MAX_UPLOAD_BYTES = 100 * 1_048_576;
