/** One ref from where it was to where it is or shall be; zeros mean "none". */
export type RefMove = { ref: string; oldSha: string; newSha: string };
