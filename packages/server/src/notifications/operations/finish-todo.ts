import { AppError, refuse } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { defineOperation } from '../../platform/operation.ts';
import { can, INSTANCE } from '../../platform/policy/policy.ts';
import { findTodo, finishTodos, reopenTodo, type Target, type TodoRow } from '../store/todos.ts';
import { selfId } from '../viewer.ts';
import { publishTodosChanged } from './publish-todos-changed.ts';

async function own(ctx: Context, id: number): Promise<TodoRow> {
  const row = await findTodo(ctx.db, selfId(ctx), id);
  if (!row) throw new AppError('not_found', { resource: 'Todo' });
  return row;
}

type FinishAll = { target?: Target; isByBot?: boolean };

const check = (ctx: Context) => can(ctx.actor, 'manage_todos', INSTANCE);

/** Ticks one own entry off; one that is done stays so. Throws not_found. */
export const finishTodo = defineOperation<{ id: number }, TodoRow, TodoRow>({
  name: 'todo.finish',
  load: (ctx, { id }) => own(ctx, id),
  check,
  run: async (ctx, row) => {
    await finishTodos(ctx.db, { by: 'hand', id: row.id });
    await publishTodosChanged(ctx, [row.user_id]);
    return own(ctx, row.id);
  },
});

/** Takes a tick back. Refused when the same waits again already. */
export const restoreTodo = defineOperation<{ id: number }, TodoRow, TodoRow>({
  name: 'todo.restore',
  load: (ctx, { id }) => own(ctx, id),
  check,
  run: async (ctx, row) => {
    if (row.state === 'pending') return row;
    const restored = await reopenTodo(ctx.db, row.id);
    if (!restored) throw new AppError('todo_waits_already');
    await publishTodosChanged(ctx, [row.user_id]);
    return restored;
  },
});

/** Ticks everything off, or what waits about one thing, or what came from users or from bots. */
export const finishAllTodos = defineOperation<FinishAll, { userId: number }, void>({
  name: 'todo.finish_all',
  load: async (ctx) => ({ userId: selfId(ctx) }),
  check: (ctx) => check(ctx) ?? (ctx.actor.kind === 'user' ? null : refuse('unauthenticated')),
  run: async (ctx, { userId }, { target, isByBot }) => {
    await finishTodos(ctx.db, { by: 'hand', userId, isByBot, ...(target && { target }) });
    await publishTodosChanged(ctx, [userId]);
  },
});
