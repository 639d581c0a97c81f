import type { Noteable } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { columnsOf } from '../../projects/index.ts';
import { finishTodos, putTodo } from '../store/todos.ts';
import { publishTodosChanged } from './publish-todos-changed.ts';

/** Its author has something to do: it cannot be merged any more. In the transaction in which that is noted down. */
export async function openUnmergeableTodo(ctx: Context, { type, id, place, authorId }: Noteable): Promise<void> {
  if (authorId === null) return;
  const columns = columnsOf(place);
  await putTodo(ctx.db, { userId: authorId, columns, authorId, action: 'unmergeable', target: { type, id } });
  await publishTodosChanged(ctx, [authorId]);
}

/** It can be merged again, whoever saw to that. */
export async function endUnmergeableTodo(ctx: Context, target: { type: string; id: number }): Promise<void> {
  await publishTodosChanged(ctx, await finishTodos(ctx.db, { by: 'withdrawn', target, actions: ['unmergeable'] }));
}
