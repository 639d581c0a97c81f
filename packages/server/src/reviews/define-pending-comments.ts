import type { Extensions } from '../platform/extensions.ts';
import { definePendingComments } from '../merge-requests/index.ts';
import {
  findPositionedDraft,
  listCommitsOfDrafts,
  listDrafts,
  listPositionedDrafts,
  setDraftPosition,
} from './store/drafts.ts';
import { draftsChanged } from './load-reviewing.ts';

export const reviewsDefinePendingComments: Extensions = [
  definePendingComments({
    listPositioned: (ctx, mergeRequestId) => listPositionedDrafts(ctx.db, mergeRequestId),
    findPositioned: (ctx, id) => findPositionedDraft(ctx.db, id),
    setPosition: (ctx, traced, current) => setDraftPosition(ctx.db, traced, current),
    listCommits: (ctx, mergeRequestId) => listCommitsOfDrafts(ctx.db, mergeRequestId),
    listOwn: (ctx, mergeRequestId, authorId) => listDrafts(ctx.db, { mergeRequestId, authorId }),
    publishChange: (ctx, mergeRequestId, authorId) => draftsChanged(ctx, { mergeRequestId, authorId }),
  }),
];
