import { approveInput } from '@tributary/contract/approvals/inputs.ts';
import { restApprovals } from '@tributary/contract/approvals/rest.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { requestApprovals, toRestApprovals } from '../../approvals/index.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { idempotencyKey } from '../../endpoints/http/idempotency-key.ts';
import { inMergeRequest, type MergeRequestAccess } from '../../merge-requests/index.ts';
import type { Context } from '../../platform/context.ts';
import { approveMergeRequest, unapproveMergeRequest } from '../operations/approve.ts';
import { publishReview } from '../operations/publish-review.ts';
import { resetApprovals } from '../operations/reset-approvals.ts';

const path = '/projects/:id/merge_requests/:merge_request_iid';
const tag = 'Approvals';
const subject = inMergeRequest;

async function answer(ctx: Context, found: MergeRequestAccess) {
  return toRestApprovals(found.row, await requestApprovals(ctx, found), ctx.config.url);
}

/** Clients know 401 as "you may not approve this", whatever the reason. */
async function asUnauthorized<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isRefused = error instanceof AppError && (error.kind === 'forbidden' || error.kind === 'not_allowed_now');
    if (!isRefused) throw error;
    throw new AppError(error.code, error.params, { cause: error, status: 401 });
  }
}

const show = defineRoute({
  method: 'GET',
  path: `${path}/approvals`,
  ability: 'read_merge_request',
  summary: 'Get the approvals of a merge request',
  tag,
  subject,
  response: restApprovals,
  handle: ({ ctx, subject: found }) => answer(ctx, found),
});

const approve = defineRoute({
  method: 'POST',
  path: `${path}/approve`,
  ability: 'read_merge_request',
  summary: 'Approve a merge request',
  tag,
  subject,
  input: approveInput,
  response: restApprovals,
  handle: ({ ctx, input, subject: found, headers }) =>
    asUnauthorized(async () => {
      const [mergeRequestId, sha, password] = [found.row.id, input.sha, input.approval_password];
      if (input.publish_review) {
        const review = { verdict: 'approved', approvalPassword: password, ...idempotencyKey(headers) } as const;
        await publishReview(ctx, { mergeRequestId, sha, ...review });
      } else await approveMergeRequest(ctx, { mergeRequestId, sha, password });
      return answer(ctx, found);
    }),
});

const unapprove = defineRoute({
  method: 'POST',
  path: `${path}/unapprove`,
  ability: 'read_merge_request',
  summary: 'Remove your approval',
  tag,
  subject,
  response: restApprovals,
  handle: ({ ctx, subject: found }) =>
    asUnauthorized(async () => {
      await unapproveMergeRequest(ctx, { mergeRequestId: found.row.id });
      return answer(ctx, found);
    }),
});

const reset = defineRoute({
  method: 'PUT',
  path: `${path}/reset_approvals`,
  ability: 'read_merge_request',
  summary: 'Reset all approvals (project and group access tokens only)',
  tag,
  subject,
  status: 202,
  response: restApprovals,
  handle: ({ ctx, subject: found }) =>
    asUnauthorized(async () => {
      await resetApprovals(ctx, { mergeRequestId: found.row.id });
      return answer(ctx, found);
    }),
});

export const approvalRestRoutes: readonly Route[] = [show, approve, unapprove, reset];
