import type { LineComments } from './line-comments.ts';

/** For changes that have no merge request yet: nothing can be said about their lines. */
export const NO_COMMENTS: LineComments = {
  insertions: () => new Map(),
  onFile: () => null,
  countOf: () => 0,
  threadsOn: () => [],
  begin: undefined,
};
