import type { Noteable } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { columnsOf } from '../../projects/index.ts';
import { finishTodos, putTodo } from '../store/todos.ts';
import { publishTodosChanged } from './publish-todos-changed.ts';

/** It left the merge train without being merged: these users decide what to do. In the transaction of that. */
export async function openTrainRemovedTodos(
  ctx: Context,
  { type, id, place }: Noteable,
  { userIds, authorId }: { userIds: readonly number[]; authorId: number | null },
): Promise<void> {
  const columns = columnsOf(place);
  for (const userId of userIds) {
    await putTodo(ctx.db, { userId, columns, authorId, action: 'merge_train_removed', target: { type, id } });
  }
  await publishTodosChanged(ctx, [...userIds]);
}

/** It is in a train again, or merged. */
export async function endTrainRemovedTodos(ctx: Context, target: { type: string; id: number }): Promise<void> {
  const actions = ['merge_train_removed'] as const;
  await publishTodosChanged(ctx, await finishTodos(ctx.db, { by: 'withdrawn', target, actions: [...actions] }));
}
