import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { RestTodo } from '@tributary/contract/notifications/rest.ts';
import type { Context } from '../../platform/context.ts';
import { todoViews, type TodoView } from '../reads/list-todos.ts';
import { toRestTodo } from '../render/to-rest.ts';
import type { TodoRow } from '../store/todos.ts';
import { renderTarget } from './todo-targets.ts';

export async function answerTodoView(ctx: Context, view: TodoView): Promise<RestTodo> {
  return toRestTodo(ctx, view, await renderTarget(ctx, view.row.target_type, view.noteable.id));
}

/** One own entry as it is now. Throws not_found when its thing is gone or hidden. */
export async function answerTodo(ctx: Context, row: TodoRow): Promise<RestTodo> {
  const [view] = await todoViews(ctx, [row]);
  if (!view) throw new AppError('not_found', { resource: 'Todo' });
  return answerTodoView(ctx, view);
}
