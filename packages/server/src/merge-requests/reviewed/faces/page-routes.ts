import { AppError } from '@tributary/contract/errors/app-error.ts';
import { markReviewedInput, recordLookInput } from '@tributary/contract/merge-requests/reviewed.ts';
import { defineRoute } from '../../../faces/http/define-route.ts';
import { definePlaceRoute, type PlaceRoute } from '../../../faces/pages/define-page.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { DiffRange } from '../../diffs/diff-range.ts';
import { readyRange } from '../../diffs/faces/page-routes.ts';
import { rangeInput, rangeOf } from '../../diffs/faces/range-input.ts';
import { onMergeRequestPage } from '../../faces/subjects.ts';
import type { MergeRequestAccess } from '../../merge-request-access.ts';
import { markReviewed } from '../operations/mark-reviewed.ts';
import { recordLook } from '../operations/record-look.ts';
import { reviewedFiles } from '../reads/reviewed-files.ts';

const tag = 'Changes';
const subject = onMergeRequestPage;

function answer(ctx: Context, found: MergeRequestAccess, range: DiffRange) {
  const userId = actorId(ctx.actor);
  if (userId === undefined) throw new AppError('unauthenticated');
  return reviewedFiles(ctx, { mergeRequestId: found.row.id, userId }, range);
}

const list = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/reviewed_files.json',
  ability: 'review_changes',
  summary: 'Files that the reader has ticked as reviewed',
  tag,
  subject,
  input: rangeInput,
  handle: async ({ ctx, input, subject: found }) => answer(ctx, found, await readyRange(ctx, found, rangeOf(input))),
});

const mark = defineRoute({
  method: 'PUT',
  path: '/merge_requests/:iid/reviewed_files.json',
  ability: 'review_changes',
  summary: 'Tick files as reviewed, or take the tick away',
  tag,
  subject,
  input: markReviewedInput,
  handle: async ({ ctx, input, subject: found }) => {
    const range = await readyRange(ctx, found, { diffId: input.diff_id, commitId: input.commit_id });
    await markReviewed(ctx, { found, range, files: input.files });
    return answer(ctx, found, range);
  },
});

const look = defineRoute({
  method: 'PUT',
  path: '/merge_requests/:iid/last_look.json',
  ability: 'review_changes',
  summary: 'Remember the version that was shown to the reader',
  tag,
  subject,
  status: 204,
  input: recordLookInput,
  handle: async ({ ctx, input, subject: found }) => {
    await recordLook(ctx, { found, versionId: input.diff_id, startSha: input.start_sha });
  },
});

export const reviewedRoutes: readonly PlaceRoute[] = [list, mark, look].map((route) =>
  definePlaceRoute('project', route),
);
