import type { Noteable } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { columnsOf } from '../../projects/index.ts';
import { finishTodos, putTodo } from '../store/todos.ts';
import { publishTodosChanged } from './publish-todos-changed.ts';

/**
 * Its author, and whoever else waits for it, have something to do: the pipeline of its newest commit failed. In the transaction
 * in which that is handled.
 */
export async function openBuildFailedTodo(
  ctx: Context,
  { type, id, place, authorId }: Noteable,
  others: readonly number[],
): Promise<void> {
  const columns = columnsOf(place);
  const userIds = [...new Set([...(authorId === null ? [] : [authorId]), ...others])];
  for (const userId of userIds) {
    const todo = { userId, columns, authorId: authorId ?? userId, target: { type, id } };
    await putTodo(ctx.db, { ...todo, action: 'build_failed' });
  }
  await publishTodosChanged(ctx, userIds);
}

/** It runs again, or has passed. */
export async function endBuildFailedTodo(ctx: Context, target: { type: string; id: number }): Promise<void> {
  await publishTodosChanged(ctx, await finishTodos(ctx.db, { by: 'withdrawn', target, actions: ['build_failed'] }));
}
