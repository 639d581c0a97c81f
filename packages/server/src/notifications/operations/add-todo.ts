import type { Noteable } from '../../discussions/index.ts';
import { defineOperation } from '../../platform/operation.ts';
import { can, INSTANCE } from '../../platform/policy/policy.ts';
import { columnsOf } from '../../projects/index.ts';
import { findPending, putTodo, type TodoRow } from '../store/todos.ts';
import { selfId } from '../viewer.ts';
import { publishTodosChanged } from './publish-todos-changed.ts';

/** Puts something on the own list by hand. Undefined: it waits there already. */
export const addTodo = defineOperation<{ noteable: Noteable }, { userId: number }, TodoRow | undefined>({
  name: 'todo.add',
  load: async (ctx) => ({ userId: selfId(ctx) }),
  check: (ctx) => can(ctx.actor, 'manage_todos', INSTANCE),
  run: async (ctx, { userId }, { noteable }) => {
    const target = { type: noteable.type, id: noteable.id };
    if (await findPending(ctx.db, userId, target)) return undefined;
    const columns = columnsOf(noteable.place);
    const row = await putTodo(ctx.db, { userId, columns, authorId: userId, action: 'marked', target });
    await publishTodosChanged(ctx, [userId]);
    return row;
  },
});
