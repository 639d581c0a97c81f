import { z } from 'zod';
import { boolInput } from '@tributary/contract/core/inputs.ts';
import { mergeInput } from '@tributary/contract/merge-requests/inputs.ts';
import { restMergeRequest } from '@tributary/contract/merge-requests/rest.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { cancelAutoMerge as cancel, mergeWhenReady } from '../auto-merge/set-auto-merge.ts';
import { mergeMergeRequest } from '../merge.ts';
import { startRebase } from '../start-rebase.ts';
import { updateSourceBranch } from '../update-source-branch.ts';
import { answerMergeRequest, inMergeRequest, mergeToday } from '../../merge-requests/index.ts';

const path = '/projects/:id/merge_requests/:merge_request_iid';
const tag = 'Merge requests';

const merge = defineRoute({
  method: 'PUT',
  path: `${path}/merge`,
  // Who may merge depends on the target branch; the operation decides and answers 401 as clients expect.
  ability: 'read_merge_request',
  summary: 'Merge',
  tag,
  subject: inMergeRequest,
  input: mergeInput,
  response: restMergeRequest,
  handle: async ({ ctx, input, subject }) => {
    const choices = {
      mergeRequestId: subject.row.id,
      sha: input.sha,
      commitMessage: input.merge_commit_message,
      squash: input.squash,
      squashMessage: input.squash_commit_message,
      shouldRemoveSourceBranch: input.should_remove_source_branch,
      skipsTrain: input.skip_merge_train,
    };
    if (input.auto_merge || input.merge_when_pipeline_succeeds) await mergeWhenReady(ctx, choices);
    else await mergeMergeRequest(ctx, choices);
    return answerMergeRequest(ctx, subject.row.id);
  },
});

const cancelAutoMerge = defineRoute({
  method: 'POST',
  path: `${path}/cancel_merge_when_pipeline_succeeds`,
  // As for the merge: the operation decides, by the target branch.
  ability: 'read_merge_request',
  summary: 'Cancel auto-merge',
  tag,
  subject: inMergeRequest,
  response: z.object({ status: z.literal('success') }),
  handle: async ({ ctx, subject }) => {
    await cancel(ctx, { mergeRequestId: subject.row.id });
    return { status: 'success' as const };
  },
});

const mergeRef = defineRoute({
  method: 'GET',
  path: `${path}/merge_ref`,
  ability: 'read_merge_request',
  summary: 'Get the commit of the merge ref',
  tag,
  subject: inMergeRequest,
  response: z.strictObject({ commit_id: z.string() }),
  handle: async ({ ctx, subject }) => ({ commit_id: (await mergeToday(ctx, subject.row)).sha }),
});

const rebase = defineRoute({
  method: 'PUT',
  path: `${path}/rebase`,
  ability: 'read_merge_request',
  summary: 'Rebase the source branch',
  tag,
  subject: inMergeRequest,
  status: 202,
  input: z.strictObject({ skip_ci: boolInput.optional() }),
  response: z.strictObject({ rebase_in_progress: z.literal(true) }),
  handle: async ({ ctx, input, subject }) => {
    await startRebase(ctx, { mergeRequestId: subject.row.id, skipCi: input.skip_ci });
    return { rebase_in_progress: true };
  },
});

const updateBranch = defineRoute({
  method: 'PUT',
  path: `${path}/update_branch`,
  // As for the rebase: the source branch decides who may.
  ability: 'read_merge_request',
  summary: 'Merge the target branch into the source branch',
  tag,
  subject: inMergeRequest,
  input: z.strictObject({ sha: z.string().optional(), skip_ci: boolInput.optional() }),
  response: z.strictObject({ sha: z.string() }),
  handle: async ({ ctx, input, subject }) => ({
    sha: await updateSourceBranch(ctx, subject, { sha: input.sha, skipCi: input.skip_ci }),
  }),
});

export const mergeRoutes: readonly Route[] = [merge, cancelAutoMerge, mergeRef, rebase, updateBranch];
