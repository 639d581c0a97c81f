import { z } from 'zod';
import { boolInput } from '@tributary/contract/core/inputs.ts';
import { AUTO_MERGE_STRATEGIES } from '@tributary/contract/merge-requests/auto-merge.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { MergeAnswer } from '@tributary/contract/merge-requests/widget.ts';
import { ITEM_LEVELS } from '@tributary/contract/notifications/enums.ts';
import { sentForm, takeSentText } from '../../discussions/index.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import type { Context } from '../../platform/context.ts';
import {
  assignClosingIssues,
  closeMergeRequest,
  reopenMergeRequest,
  chooseRequestLevel,
  updateMergeRequest,
  type MergeRequestAccess,
  onMergeRequestPage,
} from '../../merge-requests/index.ts';
import {
  cancelAutoMerge,
  type MergeInput,
  mergeMergeRequest,
  mergeWhenReady,
  startRebase,
  basicWidget,
  currentWidget,
} from '../../merging/index.ts';

const tag = 'Merge requests';
const subject = onMergeRequestPage;

/** What push rules refuse has a status of its own. */
function failureStatus(code: string): MergeAnswer['status'] {
  if (code === 'merge_branch_moved') return 'sha_mismatch';
  return code.startsWith('push_rule_') ? 'hook_validation_error' : 'failed';
}

/** Whatever comes of it is told in the body: the page shows it beside the button. */
async function mergeAnswer(ctx: Context, work: () => Promise<MergeAnswer['status']>): Promise<MergeAnswer> {
  try {
    return { status: await work() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const texts: Record<string, string> = {
      merge_forbidden: 'You are not allowed to merge into this branch.',
      merge_not_allowed: 'The merge request cannot be merged in its current state.',
    };
    return { status: failureStatus(error.code), merge_error: texts[error.code] ?? error.message };
  }
}

const merge = defineRoute({
  method: 'POST',
  path: '/merge_requests/:iid/merge',
  // The target branch decides who may; the operation answers.
  ability: 'read_merge_request',
  summary: 'Merge a merge request',
  tag,
  subject,
  status: 200,
  input: z.strictObject({
    sha: z.string().regex(/^[0-9a-f]{40}$/),
    commit_message: z.string().max(100_000).optional(),
    squash: boolInput.optional(),
    squash_commit_message: z.string().max(100_000).optional(),
    should_remove_source_branch: boolInput.optional(),
    force_remove_source_branch: boolInput.optional(),
    auto_merge_strategy: z.enum(AUTO_MERGE_STRATEGIES).optional(),
  }),
  handle: ({ ctx, input, subject: { row }, headers }) =>
    mergeAnswer(ctx, async () => {
      const { form } = sentForm(headers, input);
      const choices = {
        mergeRequestId: row.id,
        sha: input.sha,
        commitMessage: input.commit_message,
        squash: input.squash,
        squashMessage: input.squash_commit_message,
        shouldRemoveSourceBranch: input.should_remove_source_branch ?? input.force_remove_source_branch,
        strategy: input.auto_merge_strategy,
      };
      const status = await mergeNowOrLater(ctx, choices);
      // The branch moves outside of transactions; what is merged stays so.
      if (form) await takeSentText(ctx, form);
      return status;
    }),
});

async function mergeNowOrLater(ctx: Context, choices: MergeInput): Promise<MergeAnswer['status']> {
  if (choices.strategy !== undefined) {
    const outcome = await mergeWhenReady(ctx, choices);
    if (outcome === 'added') return 'merge_train';
    return outcome === 'set' ? choices.strategy : 'success';
  }
  await mergeMergeRequest(ctx, choices);
  return 'success';
}

const cancelAutomaticMerge = defineRoute({
  method: 'POST',
  path: '/merge_requests/:iid/cancel_auto_merge',
  // As for the merge: the operation answers.
  ability: 'read_merge_request',
  summary: 'Cancel auto-merge',
  tag,
  subject,
  status: 200,
  handle: async ({ ctx, subject: found }) => {
    await cancelAutoMerge(ctx, { mergeRequestId: found.row.id });
    return currentWidget(ctx, found);
  },
});

const removeDraft = defineRoute({
  method: 'POST',
  path: '/merge_requests/:iid/remove_wip',
  ability: 'read_merge_request',
  summary: 'Mark as ready',
  tag,
  subject,
  status: 200,
  handle: async ({ ctx, subject: found }) => {
    const row = await updateMergeRequest(ctx, { mergeRequestId: found.row.id, isDraft: false });
    return currentWidget(ctx, { ...found, row });
  },
});

const rebase = defineRoute({
  method: 'POST',
  path: '/merge_requests/:iid/rebase',
  ability: 'read_merge_request',
  summary: 'Rebase the source branch',
  tag,
  subject,
  status: 200,
  input: z.strictObject({ skip_ci: boolInput.optional() }),
  handle: async ({ ctx, input, subject: { row }, reply }) => {
    try {
      await startRebase(ctx, { mergeRequestId: row.id, skipCi: input.skip_ci });
      return {};
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'not_found') throw error;
      reply.code(error.code === 'merge_in_progress' ? 409 : 403);
      return { merge_error: error.message };
    }
  },
});

const STATE_EVENTS = { close: closeMergeRequest, reopen: reopenMergeRequest };

async function applyEvent(ctx: Context, { row }: MergeRequestAccess, event: 'close' | 'reopen'): Promise<void> {
  await STATE_EVENTS[event](ctx, { mergeRequestId: row.id });
}

const assignIssues = defineRoute({
  method: 'POST',
  path: '/merge_requests/:iid/assign_related_issues',
  // Only the author, and each issue decides whether they may be assigned.
  ability: 'read_merge_request',
  summary: 'Assign the author to the issues that the merge closes',
  tag,
  subject,
  status: 200,
  handle: async ({ ctx, subject: { row } }) => ({ count: await assignClosingIssues(ctx, row) }),
});

const state = defineRoute({
  method: 'PUT',
  path: '/merge_requests/:iid',
  ability: 'read_merge_request',
  summary: 'Close or reopen a merge request',
  tag,
  subject,
  input: z.strictObject({ merge_request: z.strictObject({ state_event: z.enum(['close', 'reopen']) }) }),
  handle: async ({ ctx, input, subject: found }) => {
    await applyEvent(ctx, found, input.merge_request.state_event);
    return basicWidget(ctx, found);
  },
});

const mailLevel = defineRoute({
  method: 'POST',
  path: '/merge_requests/:iid/mail_level',
  ability: 'read_merge_request',
  summary: 'Set the email notification level of a merge request',
  tag,
  subject,
  status: 204,
  input: z.strictObject({ level: z.enum(ITEM_LEVELS) }),
  handle: ({ ctx, input, subject: { row } }) => chooseRequestLevel(ctx, { mergeRequestId: row.id, level: input.level }),
});

/** What the buttons of the page do. */
export const pageActions: readonly Route[] = [
  merge,
  cancelAutomaticMerge,
  removeDraft,
  rebase,
  assignIssues,
  state,
  mailLevel,
];
