import { z } from 'zod';
import { restUserBasic } from '@tributary/contract/accounts/rest.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { restCommandResults } from '@tributary/contract/discussions/rest.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import {
  cloneIssueInput,
  createIssueInput,
  moveIssueInput,
  reorderIssueInput,
  updateIssueInput,
} from '@tributary/contract/planning/issue-inputs.ts';
import { restIssueWithSubscription } from '@tributary/contract/planning/issue-rest.ts';
import { renderUserBasic } from '../../../accounts/index.ts';
import { commandResults, noOutcome, sentForm } from '../../../discussions/index.ts';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { idempotencyKey } from '../../../endpoints/http/idempotency-key.ts';
import { changeIssue } from '../operations/change-issue-state.ts';
import { createIssue } from '../operations/create-issue.ts';
import { deleteIssue } from '../operations/delete-issue.ts';
import { setIssueSubscribed } from '../operations/set-issue-subscribed.ts';
import { cloneIssue, moveIssue } from '../operations/move-issue.ts';
import { reorderIssue } from '../operations/reorder-issue.ts';
import { issueParticipants } from '../reads/issue-participants.ts';
import { answerIssue } from './answer-issue.ts';
import { changedAssigneesOf, firstAssigneesOf, issueInputOf } from './issue-inputs.ts';
import { inIssue, inIssues } from './subjects.ts';

const path = '/projects/:id/issues/:issue_iid';
const tag = 'Issues';
const response = restIssueWithSubscription;
const changed = restIssueWithSubscription.extend(restCommandResults);

const create = defineRoute({
  method: 'POST',
  path: '/projects/:id/issues',
  ability: 'create_issue',
  summary: 'Create an issue',
  tag,
  subject: inIssues,
  input: createIssueInput,
  response: changed,
  handle: async ({ ctx, input, subject: { project }, headers }) => {
    const mergeRequestIid = input.merge_request_to_resolve_discussions_of;
    const outcome = noOutcome();
    const row = await createIssue(ctx, {
      ...(await issueInputOf(ctx, project.id, input)),
      ...firstAssigneesOf(input),
      projectId: project.id,
      title: input.title,
      iid: input.iid,
      createdAt: input.created_at,
      outcome,
      ...sentForm(headers, input),
      followUp:
        mergeRequestIid === undefined ? undefined : { mergeRequestIid, discussionId: input.discussion_to_resolve },
    });
    return { ...(await answerIssue(ctx, row.id)), ...commandResults(outcome) };
  },
});

/** By its own number; 404 for those who may not see it. */
const getById = defineRoute({
  method: 'GET',
  path: '/issues/:id',
  ability: 'search',
  summary: 'Get an issue by ID',
  tag,
  params: z.object({ id: idInput }),
  response,
  handle: ({ ctx, params }) => answerIssue(ctx, params.id),
});

const get = defineRoute({
  method: 'GET',
  path,
  ability: 'read_issue',
  summary: 'Get an issue',
  tag,
  subject: inIssue,
  response,
  handle: ({ ctx, subject }) => answerIssue(ctx, subject.row.id),
});

const update = defineRoute({
  method: 'PUT',
  path,
  ability: 'read_issue',
  summary: 'Update an issue',
  tag,
  subject: inIssue,
  input: updateIssueInput,
  response: changed,
  handle: async ({ ctx, input, subject: { row }, headers }) => {
    const { state_event: stateEvent, updated_at: updatedAt, last_known_updated_at: lastKnownVersion } = input;
    if (Object.keys(input).length === 0)
      throw new AppError('nothing_to_change', { names: Object.keys(updateIssueInput.shape).join(', ') });
    const outcome = noOutcome();
    const wish = { ...(await issueInputOf(ctx, row.project_id, input)), ...changedAssigneesOf(input) };
    const fields = { ...wish, title: input.title, lastKnownVersion, outcome, ...sentForm(headers, input) };
    await changeIssue(ctx, { issueId: row.id, fields, stateEvent, updatedAt });
    return { ...(await answerIssue(ctx, row.id)), ...commandResults(outcome) };
  },
});

const remove = defineRoute({
  method: 'DELETE',
  path,
  ability: 'delete_issue',
  summary: 'Delete an issue',
  tag,
  subject: inIssue,
  changedAt: ({ subject }) => subject.row.updated_at,
  handle: async ({ ctx, subject }) => {
    await deleteIssue(ctx, { issueId: subject.row.id });
  },
});

const move = defineRoute({
  method: 'POST',
  path: `${path}/move`,
  ability: 'admin_issue',
  summary: 'Move an issue to another project',
  tag,
  subject: inIssue,
  input: moveIssueInput,
  response,
  handle: async ({ ctx, input, subject }) => {
    const row = await moveIssue(ctx, { issueId: subject.row.id, toProjectId: input.to_project_id });
    return answerIssue(ctx, row.id);
  },
});

const clone = defineRoute({
  method: 'POST',
  path: `${path}/clone`,
  ability: 'admin_issue',
  summary: 'Clone an issue to a project',
  tag,
  subject: inIssue,
  input: cloneIssueInput,
  response,
  handle: async ({ ctx, input, subject, headers }) => {
    const wish = { issueId: subject.row.id, toProjectId: input.to_project_id, withNotes: input.with_notes };
    return answerIssue(ctx, (await cloneIssue(ctx, { ...wish, ...idempotencyKey(headers) })).id);
  },
});

const reorder = defineRoute({
  method: 'PUT',
  path: `${path}/reorder`,
  ability: 'admin_issue',
  summary: 'Reorder an issue manually',
  tag,
  subject: inIssue,
  input: reorderIssueInput,
  response,
  handle: async ({ ctx, input, subject }) => {
    const wish = { issueId: subject.row.id, afterId: input.move_after_id, beforeId: input.move_before_id };
    return answerIssue(ctx, (await reorderIssue(ctx, wish)).id);
  },
});

const participants = defineRoute({
  method: 'GET',
  path: `${path}/participants`,
  ability: 'read_issue',
  summary: 'List the participants of an issue',
  tag,
  subject: inIssue,
  response: z.array(restUserBasic),
  handle: async ({ ctx, subject }) =>
    (await issueParticipants(ctx, subject)).map((user) => renderUserBasic(user, { config: ctx.config })),
});

const subscription = (name: 'subscribe' | 'unsubscribe') =>
  defineRoute({
    method: 'POST',
    path: `${path}/${name}`,
    ability: 'subscribe',
    summary:
      name === 'subscribe'
        ? 'Subscribe to an issue. Returns 304 if already subscribed'
        : 'Unsubscribe from an issue. Returns 304 if not subscribed',
    tag,
    subject: inIssue,
    response,
    handle: async ({ ctx, subject, reply }) => {
      if (!(await setIssueSubscribed(ctx, { issueId: subject.row.id, isSubscribed: name === 'subscribe' }))) {
        reply.code(304);
        return undefined;
      }
      return answerIssue(ctx, subject.row.id);
    },
  });

export const issueRoutes: readonly Route[] = [
  create,
  getById,
  get,
  update,
  remove,
  move,
  clone,
  reorder,
  participants,
  subscription('subscribe'),
  subscription('unsubscribe'),
];
