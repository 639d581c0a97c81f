import type { Extensions } from '../../platform/extensions.ts';
import { restTodo } from '@tributary/contract/notifications/rest.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { addTodo, answerTodo, defineTodoTarget } from '../../notifications/index.ts';
import { NOTEABLE_TYPE, noteableOf } from '../noteable.ts';
import { answerMergeRequest } from './answer-merge-request.ts';
import { inMergeRequest } from './subjects.ts';

const create = defineRoute({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/todo',
  ability: 'subscribe',
  summary: 'Create a to-do item for a merge request. Returns 304 if one exists',
  tag: 'Merge requests',
  subject: inMergeRequest,
  response: restTodo,
  handle: async ({ ctx, subject, reply }) => {
    const row = await addTodo(ctx, { noteable: noteableOf(subject) });
    if (row) return answerTodo(ctx, row);
    reply.code(304);
    return undefined;
  },
});

export const todoRoutes: readonly Route[] = [create];

export const mergeRequestsRestTodo: Extensions = [
  defineTodoTarget(NOTEABLE_TYPE, (ctx, id) => answerMergeRequest(ctx, id)),
];
