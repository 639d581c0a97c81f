/** First and last line, both included. */
export type LineSpan = [first: number, last: number];

/**
 * What a comparison of two versions shows only because the later one stands on a newer target branch. Everything is
 * empty when both stand on the same commit.
 */
export type RebaseChanges = {
  /** `file_hash` of files with nothing else in them. */
  files: string[];
  /** Files with something else too: the lines that only came along, in runs that belong to nobody else. */
  parts: {
    file_hash: string;
    old: LineSpan[];
    new: LineSpan[];
  }[];
  /** Files that both sides changed and that are too large to be told apart; left out without any. */
  too_large?: string[];
};
