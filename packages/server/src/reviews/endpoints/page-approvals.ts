import { z } from 'zod';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import { approvalsPart } from '../../approvals/index.ts';
import { onMergeRequestPage } from '../../merge-requests/index.ts';
import { approveMergeRequest, unapproveMergeRequest } from '../operations/approve.ts';
import { withdrawRequestedChanges } from '../operations/request-changes.ts';
import { requestReviewAgain } from '../operations/request-review-again.ts';

const subject = onMergeRequestPage;

const approve = defineRoute({
  method: 'POST',
  path: '/merge_requests/:iid/approve',
  ability: 'read_merge_request',
  summary: 'Approve a merge request',
  tag: 'Approvals',
  subject,
  status: 200,
  input: z.strictObject({
    sha: z.string().max(40).optional(),
    approval_password: z.string().max(1_000).optional(),
  }),
  handle: async ({ ctx, input, subject: found }) => {
    const { sha, approval_password: password } = input;
    await approveMergeRequest(ctx, { mergeRequestId: found.row.id, sha, password });
    return approvalsPart(ctx, found);
  },
});

const unapprove = defineRoute({
  method: 'POST',
  path: '/merge_requests/:iid/unapprove',
  ability: 'read_merge_request',
  summary: 'Remove an approval',
  tag: 'Approvals',
  subject,
  status: 200,
  handle: async ({ ctx, subject: found }) => {
    await unapproveMergeRequest(ctx, { mergeRequestId: found.row.id });
    return approvalsPart(ctx, found);
  },
});

const askAgain = defineRoute({
  method: 'POST',
  path: '/merge_requests/:iid/reviewers/:user_id/request_review',
  ability: 'read_merge_request',
  summary: 'Request another review from a reviewer',
  tag: 'Approvals',
  subject,
  status: 204,
  params: z.object({ user_id: idInput }),
  handle: async ({ ctx, params: { user_id: userId }, subject: { row } }) => {
    await requestReviewAgain(ctx, { mergeRequestId: row.id, userId });
  },
});

const withdrawChanges = defineRoute({
  method: 'POST',
  path: '/merge_requests/:iid/withdraw_requested_changes',
  ability: 'read_merge_request',
  summary: 'Remove a request for changes',
  tag: 'Approvals',
  subject,
  status: 204,
  handle: async ({ ctx, subject: { row } }) => {
    await withdrawRequestedChanges(ctx, { mergeRequestId: row.id });
  },
});

export const approvalPageRoutes: readonly ScopedRoute[] = [approve, unapprove, askAgain, withdrawChanges].map((route) =>
  defineScopedRoute('project', route),
);
