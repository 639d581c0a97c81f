import { AppError } from '@tributary/contract/errors/app-error.ts';
import { markViewedInput, recordVisitInput } from '@tributary/contract/merge-requests/viewed-files.ts';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { DiffRange } from '../../diffs/diff-range.ts';
import { readyRange } from '../../diffs/endpoints/page-routes.ts';
import { rangeInput, rangeOf } from '../../diffs/endpoints/range-input.ts';
import { onMergeRequestPage, type MergeRequestAccess } from '../../../merge-requests/index.ts';
import { markViewed } from '../operations/mark-viewed.ts';
import { recordVisit } from '../operations/record-visit.ts';
import { reviewedFiles } from '../reads/viewed-files.ts';

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
  summary: 'List the files marked as viewed',
  tag,
  subject,
  input: rangeInput,
  handle: async ({ ctx, input, subject: found }) => answer(ctx, found, await readyRange(ctx, found, rangeOf(input))),
});

const mark = defineRoute({
  method: 'PUT',
  path: '/merge_requests/:iid/reviewed_files.json',
  ability: 'review_changes',
  summary: 'Mark files as viewed or not viewed',
  tag,
  subject,
  input: markViewedInput,
  handle: async ({ ctx, input, subject: found }) => {
    const range = await readyRange(ctx, found, { diffId: input.diff_id, commitId: input.commit_id });
    await markViewed(ctx, { found, range, files: input.files });
    return answer(ctx, found, range);
  },
});

const look = defineRoute({
  method: 'PUT',
  path: '/merge_requests/:iid/last_look.json',
  ability: 'review_changes',
  summary: 'Record the version that was last viewed',
  tag,
  subject,
  status: 204,
  input: recordVisitInput,
  handle: async ({ ctx, input, subject: found }) => {
    await recordVisit(ctx, { found, versionId: input.diff_id, startSha: input.start_sha });
  },
});

export const reviewedRoutes: readonly ScopedRoute[] = [list, mark, look].map((route) =>
  defineScopedRoute('project', route),
);
