import { listTodosInput, restTodo } from '@tributary/contract/notifications/rest.ts';
import { TODO_ACTIONS } from '@tributary/contract/notifications/enums.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { PagedAnswer } from '../../endpoints/rest/pagination.ts';
import { finishAllTodos, finishTodo } from '../operations/finish-todo.ts';
import { listTodos } from '../reads/list-todos.ts';
import { answerTodo, answerTodoView } from './answer-todo.ts';

const tag = 'To-dos';
const byId = z.object({ id: z.coerce.number().int().positive() });

const list = defineRoute({
  method: 'GET',
  path: '/todos',
  ability: 'read_todos',
  tag,
  summary: 'List your to-do items, newest first',
  input: listTodosInput,
  response: z.array(restTodo),
  handle: async ({ ctx, input }) => {
    const filter = {
      state: input.state,
      ...(input.action && { actions: TODO_ACTIONS.filter((each) => each === input.action) }),
      ...(input.author_id !== undefined && { authorId: input.author_id }),
      ...(input.project_id !== undefined && { projectId: input.project_id }),
      ...(input.group_id !== undefined && { namespaceId: input.group_id }),
      ...(input.type !== undefined && { types: [input.type] }),
    };
    const page = await listTodos(ctx, filter, { page: input.page, perPage: input.per_page });
    return new PagedAnswer({ ...page, items: await Promise.all(page.items.map((view) => answerTodoView(ctx, view))) });
  },
});

const finish = defineRoute({
  method: 'POST',
  path: '/todos/:id/mark_as_done',
  ability: 'manage_todos',
  tag,
  summary: 'Mark a to-do item as done',
  params: byId,
  response: restTodo,
  handle: async ({ ctx, params }) => answerTodo(ctx, await finishTodo(ctx, { id: params.id })),
});

const finishAll = defineRoute({
  method: 'POST',
  path: '/todos/mark_as_done',
  ability: 'manage_todos',
  tag,
  summary: 'Mark all to-do items as done',
  status: 204,
  input: z.strictObject({ from: z.enum(['people', 'bots']).optional() }),
  handle: async ({ ctx, input: { from } }) => finishAllTodos(ctx, from ? { isByBot: from === 'bots' } : {}),
});

export const todoRoutes: readonly Route[] = [list, finishAll, finish];
