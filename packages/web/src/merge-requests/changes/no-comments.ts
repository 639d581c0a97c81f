import { NO_FILE_THREADS } from '../../discussions/model/index-by-line.ts';
import type { FileComments, LineComments } from '../../discussions/lines/line-comments.ts';

const NOTHING: FileComments = { threads: NO_FILE_THREADS, drafts: NO_FILE_THREADS, forms: new Map() };
const never = () => () => undefined;

/** For changes that have no merge request yet: nothing can be said about their lines. */
export const NO_COMMENTS: LineComments = {
  canBegin: false,
  of: () => NOTHING,
  subscribe: never,
  changes: { get: () => 0, subscribe: never },
  begin: () => undefined,
  close: () => undefined,
};
