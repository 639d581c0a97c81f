import type { Noteable } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { columnsOf } from '../../projects/index.ts';
import { finishTodos, putTodo } from '../store/todos.ts';
import { publishTodosChanged } from './publish-todos-changed.ts';

/** Its author has something to do: the pipeline of its newest commit failed. In the transaction in which that is handled. */
export async function openBuildFailedTodo(ctx: Context, { type, id, place, authorId }: Noteable): Promise<void> {
  if (authorId === null) return;
  const columns = columnsOf(place);
  await putTodo(ctx.db, { userId: authorId, columns, authorId, action: 'build_failed', target: { type, id } });
  await publishTodosChanged(ctx, [authorId]);
}

/** It runs again, or has passed. */
export async function endBuildFailedTodo(ctx: Context, target: { type: string; id: number }): Promise<void> {
  await publishTodosChanged(ctx, await finishTodos(ctx.db, { by: 'withdrawn', target, actions: ['build_failed'] }));
}
