import { restStack } from '@tributary/contract/merge-requests/stack.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { canMergeNow, inMergeRequest, type MergeRequestAccess } from '../../../merge-requests/index.ts';
import type { Context } from '../../../platform/context.ts';
import { cancelStackMerge, mergeStack } from '../operations/merge-stack.ts';
import { stackPart } from '../reads/stack-part.ts';

const path = '/projects/:id/merge_requests/:merge_request_iid/stack';
const tag = 'Merge requests';

async function answer(ctx: Context, found: MergeRequestAccess) {
  return { stack: await stackPart(ctx, found, await canMergeNow(ctx, found)) };
}

export const stackRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path,
    ability: 'read_merge_request',
    summary: 'Get the stack of a merge request: open merge requests that build on each other',
    tag,
    subject: inMergeRequest,
    response: restStack,
    handle: ({ ctx, subject }) => answer(ctx, subject),
  }),
  defineRoute({
    method: 'POST',
    path: `${path}/merge`,
    // As for the merge: the operation decides, by the target branch.
    ability: 'read_merge_request',
    summary: 'Merge a merge request together with those that it builds on',
    tag,
    subject: inMergeRequest,
    status: 202,
    input: z.strictObject({
      sha: z
        .string()
        .regex(/^[0-9a-f]{40}$/)
        .optional(),
    }),
    response: restStack,
    handle: async ({ ctx, subject, input }) => {
      await mergeStack(ctx, { mergeRequestId: subject.row.id, sha: input.sha });
      return answer(ctx, subject);
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: `${path}/merge`,
    ability: 'read_merge_request',
    summary: 'Stop merging a stack. Merge requests that are merged by then stay merged',
    tag,
    subject: inMergeRequest,
    handle: ({ ctx, subject }) => cancelStackMerge(ctx, { mergeRequestId: subject.row.id }),
  }),
];
