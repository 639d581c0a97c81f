import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import { restoreTodo } from '../operations/finish-todo.ts';

/** Taking a tick back has no address in the REST endpoint. */
const restore = defineRoute({
  method: 'PATCH',
  path: 'dashboard/todos/:id/restore',
  ability: 'manage_todos',
  tag: 'To-dos',
  summary: 'Restore a to-do item',
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: z.strictObject({ id: z.number() }),
  handle: async ({ ctx, params }) => ({ id: (await restoreTodo(ctx, { id: params.id })).id }),
});

export const todoScopedRoutes: readonly ScopedRoute[] = [defineScopedRoute('instance', restore)];
