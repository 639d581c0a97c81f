import { milestoneIdOf } from '../../planning/index.ts';
import { z } from 'zod';
import { boolInput } from '@tributary/contract/core/inputs.ts';
import { restCommandResults } from '@tributary/contract/discussions/rest.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import {
  createMergeRequestInput,
  updateMergeRequestInput,
  type UpdateMergeRequestInput,
} from '@tributary/contract/merge-requests/inputs.ts';
import { restMergeRequest } from '@tributary/contract/merge-requests/rest.ts';
import { type CommandOutcome, commandResults, noOutcome, type SentForm, sentForm } from '../../discussions/index.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import type { Context } from '../../platform/context.ts';
import { inMergeRequests } from '../../projects/index.ts';
import { answerRequestErrors } from './answer-request-errors.ts';
import { answerMergeRequest } from './answer-merge-request.ts';
import { usersForUpdate, usersForCreate, inputOf } from './operation-input.ts';
import { inMergeRequest } from './subjects.ts';
import { changeMergeRequest } from '../lifecycle/operations/change-merge-request.ts';
import { createMergeRequest } from '../lifecycle/operations/create-merge-request.ts';
import { deleteMergeRequest } from '../lifecycle/operations/delete-merge-request.ts';
import { setSubscribed } from '../lifecycle/operations/subscribe.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';

const path = '/projects/:id/merge_requests/:merge_request_iid';
const tag = 'Merge requests';
const changed = restMergeRequest.extend(restCommandResults);

const create = defineRoute({
  method: 'POST',
  path: '/projects/:id/merge_requests',
  // The right to propose is asked on both sides by the operation: the address names the source.
  ability: 'read_project',
  summary: 'Create a merge request',
  tag,
  subject: inMergeRequests,
  input: createMergeRequestInput,
  response: changed,
  handle: ({ ctx, input, subject, headers, reply }) =>
    answerRequestErrors(reply, async () => {
      const { project } = subject;
      const outcome = noOutcome();
      const row = await createMergeRequest(ctx, {
        ...inputOf(input),
        // The setting of the project is for forms; what is not asked for here is not done.
        removeSourceBranch: input.remove_source_branch ?? false,
        ...usersForCreate(input),
        ...(await milestoneWish(ctx, input.target_project_id ?? project.id, input)),
        title: input.title,
        outcome,
        ...sentForm(headers, input),
        source: { projectId: project.id, branch: input.source_branch },
        target: { projectId: input.target_project_id ?? project.id, branch: input.target_branch },
      });
      return { ...(await answerMergeRequest(ctx, row.id)), ...commandResults(outcome) };
    }),
});

const get = defineRoute({
  method: 'GET',
  path,
  ability: 'read_merge_request',
  summary: 'Get a merge request',
  tag,
  subject: inMergeRequest,
  input: z.strictObject({
    render_html: boolInput.optional(),
    include_diverged_commits_count: boolInput.optional(),
    include_rebase_in_progress: boolInput.optional(),
  }),
  response: restMergeRequest,
  handle: ({ ctx, input, subject }) =>
    answerMergeRequest(ctx, subject.row.id, {
      withHtml: input.render_html ?? false,
      withDiverged: input.include_diverged_commits_count ?? false,
      withRebase: input.include_rebase_in_progress ?? false,
    }),
});

const update = defineRoute({
  method: 'PUT',
  path,
  ability: 'read_merge_request',
  summary: 'Update a merge request',
  tag,
  subject: inMergeRequest,
  input: updateMergeRequestInput,
  response: changed,
  handle: ({ ctx, input, subject, headers, reply }) =>
    answerRequestErrors(reply, async () => {
      if (Object.keys(input).length === 0) {
        const names = Object.keys(updateMergeRequestInput.shape).join(', ');
        throw new AppError('nothing_to_change', { names });
      }
      const outcome = noOutcome();
      await applyUpdate(ctx, subject.row, input, { outcome, ...sentForm(headers, input) });
      return { ...(await answerMergeRequest(ctx, subject.row.id)), ...commandResults(outcome) };
    }),
});

/** A milestone by its title; its number, when that is said too, counts. */
async function milestoneWish(
  ctx: Context,
  projectId: number,
  { milestone, milestone_id: id }: Pick<UpdateMergeRequestInput, 'milestone' | 'milestone_id'>,
): Promise<{ milestoneId?: number | null }> {
  if (milestone === undefined || id !== undefined) return {};
  return { milestoneId: await milestoneIdOf(ctx, projectId, milestone) };
}

async function applyUpdate(
  ctx: Context,
  row: MergeRequestRow,
  input: UpdateMergeRequestInput,
  told: { outcome: CommandOutcome; idempotencyKey?: string; form?: SentForm },
): Promise<void> {
  const { state_event: stateEvent, target_branch: targetBranch } = input;
  const fields = {
    ...inputOf(input),
    ...usersForUpdate(input),
    ...(await milestoneWish(ctx, row.target_project_id, input)),
    title: input.title,
    isDiscussionLocked: input.discussion_locked ?? undefined,
    lastKnownVersion: input.last_known_updated_at,
    ...told,
  };
  await changeMergeRequest(ctx, { mergeRequestId: row.id, fields, targetBranch, stateEvent });
}

const remove = defineRoute({
  method: 'DELETE',
  path,
  ability: 'delete_merge_request',
  summary: 'Delete a merge request',
  tag,
  subject: inMergeRequest,
  changedAt: ({ subject }) => subject.row.updated_at,
  handle: async ({ ctx, subject }) => {
    await deleteMergeRequest(ctx, { mergeRequestId: subject.row.id });
  },
});

const subscription = (name: 'subscribe' | 'unsubscribe') =>
  defineRoute({
    method: 'POST',
    path: `${path}/${name}`,
    ability: 'subscribe',
    summary:
      name === 'subscribe'
        ? 'Subscribe to a merge request. Returns 304 if already subscribed'
        : 'Unsubscribe from a merge request. Returns 304 if not subscribed',
    tag,
    subject: inMergeRequest,
    response: restMergeRequest,
    handle: async ({ ctx, subject, reply }) => {
      const wish = { mergeRequestId: subject.row.id, isSubscribed: name === 'subscribe' };
      if (!(await setSubscribed(ctx, wish))) {
        reply.code(304);
        return undefined;
      }
      return answerMergeRequest(ctx, subject.row.id);
    },
  });

export const requestRoutes: readonly Route[] = [
  create,
  get,
  update,
  remove,
  subscription('subscribe'),
  subscription('unsubscribe'),
];
