import type { Extension } from '../platform/extensions.ts';
import type { DiffPosition } from '@tributary/contract/discussions/page.ts';
import type { TracedPosition } from '../discussions/index.ts';
import type { Context } from '../platform/context.ts';

/** Where a pending comment stands, whoever writes it; its text stays with its writer. */
export type PendingPosition = {
  id: number;
  author_id: number;
  position: DiffPosition | null;
  line_code: string | null;
  current: TracedPosition | null;
};

export type OwnPendingComment = Pick<PendingPosition, 'id' | 'position'> & { body: string; reply_to: string | null };

/** Comments that are not published yet, for what reads, moves or keeps the changes that they stand on. */
export type PendingComments = {
  /** Those of everyone that hang on lines or files. */
  listPositioned: (ctx: Context, mergeRequestId: number) => Promise<PendingPosition[]>;
  findPositioned: (ctx: Context, id: number) => Promise<PendingPosition | undefined>;
  /** Where it is now, if it still hangs on the position that was traced; answers whether it does. */
  setPosition: (ctx: Context, traced: PendingPosition, current: TracedPosition) => Promise<boolean>;
  /** Single commits that some were written about. */
  listCommits: (ctx: Context, mergeRequestId: number) => Promise<string[]>;
  listOwn: (ctx: Context, mergeRequestId: number, authorId: number) => Promise<OwnPendingComment[]>;
  publishChange: (ctx: Context, mergeRequestId: number, authorId: number) => Promise<void>;
};

let defined: PendingComments | undefined;

/** For the slice to the right that has them. */
export function definePendingComments(pending: PendingComments): Extension {
  return () => {
    defined = pending;
  };
}

export function pendingComments(): PendingComments {
  if (!defined) throw new Error('nobody defines pending comments');
  return defined;
}
