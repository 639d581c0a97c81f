import type { Extensions } from '../platform/extensions.ts';
import { defineQuickAction } from '../discussions/index.ts';
import { actorId } from '../platform/actor.ts';
import type { Context } from '../platform/context.ts';
import { isAllowed, INSTANCE } from '../platform/policy/policy.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { markedTypes } from './notification-subject.ts';
import { addTodo } from './operations/add-todo.ts';
import { finishAllTodos } from './operations/finish-todo.ts';
import { findPending } from './store/todos.ts';

/** Does the thing wait on the actor's own list? Undefined for those who have none. */
async function isWaiting(ctx: Context, target: { type: string; id: number }): Promise<boolean | undefined> {
  const userId = actorId(ctx.actor);
  if (userId === undefined || !isAllowed(ctx.actor, 'manage_todos', INSTANCE)) return undefined;
  return (await findPending(ctx.db, userId, target)) !== undefined;
}

const targetOf = ({ type, id }: { type: string; id: number }) => ({ type, id });

export const notificationsQuickActions: Extensions = [
  defineQuickAction({
    name: 'todo',
    types: markedTypes,
    description: 'Add a to-do item',
    isAvailable: async (ctx, noteable) => (await isWaiting(ctx, targetOf(noteable))) === false,
    explain: () => 'Adds a to-do item.',
    run: async (ctx, noteable) => {
      if (!(await addTodo(ctx, { noteable }))) throw new AppError('todo_waits_already');
      return { message: 'Added a to-do item.' };
    },
  }),
  defineQuickAction({
    name: 'done',
    types: markedTypes,
    description: 'Mark to-do item as done',
    isAvailable: async (ctx, noteable) => (await isWaiting(ctx, targetOf(noteable))) === true,
    explain: () => 'Marks to-do item as done.',
    run: async (ctx, noteable) => {
      const target = targetOf(noteable);
      if (!(await isWaiting(ctx, target)))
        throw new AppError('command_failed', { reason: 'there is no pending to-do item' });
      await finishAllTodos(ctx, { target });
      return { message: 'Marked to-do item as done.' };
    },
  }),
];
