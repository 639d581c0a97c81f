import type { Extensions } from '../../../platform/extensions.ts';
import { restTodo } from '@tributary/contract/notifications/rest.ts';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { addTodo, answerTodo, defineTodoTarget } from '../../../notifications/index.ts';
import { ISSUE_NOTEABLE, issueNoteable } from '../noteable.ts';
import { answerIssue } from './answer-issue.ts';
import { inIssue } from './subjects.ts';

const create = defineRoute({
  method: 'POST',
  path: '/projects/:id/issues/:issue_iid/todo',
  ability: 'subscribe',
  summary: 'Create a to-do item for an issue. Returns 304 if one exists',
  tag: 'Issues',
  subject: inIssue,
  response: restTodo,
  handle: async ({ ctx, subject, reply }) => {
    const row = await addTodo(ctx, { noteable: issueNoteable(subject) });
    if (row) return answerTodo(ctx, row);
    reply.code(304);
    return undefined;
  },
});

export const issueTodoRoutes: readonly Route[] = [create];

export const issuesRestTodo: Extensions = [defineTodoTarget(ISSUE_NOTEABLE, (ctx, id) => answerIssue(ctx, id))];
