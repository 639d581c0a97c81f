import { z } from 'zod';
import { boolInput } from '@tributary/contract/core/inputs.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { restApprovals, restApprovalState } from '@tributary/contract/merge-requests/reviews-rest.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { idempotencyKey } from '../../endpoints/http/idempotency-key.ts';
import type { Context } from '../../platform/context.ts';
import { inMergeRequest, type MergeRequestAccess } from '../../merge-requests/index.ts';
import { approveMergeRequest, unapproveMergeRequest } from '../operations/approve.ts';
import { publishReview } from '../operations/publish-review.ts';
import { resetApprovals } from '../operations/reset-approvals.ts';
import { approvalsOf } from '../reads/approvals.ts';
import { toRestApprovals } from '../render/to-rest.ts';

const path = '/projects/:id/merge_requests/:merge_request_iid';
const tag = 'Approvals';
const subject = inMergeRequest;

async function answer(ctx: Context, found: MergeRequestAccess) {
  return toRestApprovals(found.row, await approvalsOf(ctx, found), ctx.config.url);
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

/** There are no rules: one agreement is enough where any is wanted. */
const state = defineRoute({
  method: 'GET',
  path: `${path}/approval_state`,
  ability: 'read_merge_request',
  summary: 'Get the approval state. There are no approval rules',
  tag,
  subject,
  response: restApprovalState,
  handle: () => Promise.resolve({ approval_rules_overwritten: false as const, rules: [] }),
});

const approve = defineRoute({
  method: 'POST',
  path: `${path}/approve`,
  ability: 'read_merge_request',
  summary: 'Approve a merge request',
  tag,
  subject,
  input: z.strictObject({
    // Whatever is not the head differs from it, and is told so.
    sha: z.string().max(100).optional(),
    publish_review: boolInput.optional(),
    // Asked for by installations that demand it; this one does not.
    approval_password: z.string().optional(),
  }),
  response: restApprovals,
  handle: ({ ctx, input, subject: found, headers }) =>
    asUnauthorized(async () => {
      const [mergeRequestId, sha] = [found.row.id, input.sha];
      if (input.publish_review) {
        await publishReview(ctx, { mergeRequestId, sha, verdict: 'approved', ...idempotencyKey(headers) });
      } else await approveMergeRequest(ctx, { mergeRequestId, sha });
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

export const approvalRestRoutes: readonly Route[] = [show, state, approve, unapprove, reset];
