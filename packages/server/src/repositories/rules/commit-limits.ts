/** Bytes that one commit through the API or the browser may carry, all files together. */
export const MAX_COMMIT_BYTES = 100 * 1024 * 1024;
/** JSON body of a commit; content is base64 there, and a body is held in memory while it is read. */
export const MAX_COMMIT_BODY_BYTES = 32 * 1024 * 1024;
