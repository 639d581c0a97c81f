import type { LineComments } from './diff-file-card.tsx';

/** For changes that have no merge request yet: nothing can be said about their lines. */
export const NO_COMMENTS: LineComments = {
  insertions: () => new Map(),
  onFile: () => null,
  countOf: () => 0,
  begin: undefined,
};
