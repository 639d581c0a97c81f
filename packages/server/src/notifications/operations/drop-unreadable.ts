import { findActingUser } from '../../accounts/index.ts';
import { noteableById } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { finishTodos, listPendingTargets, listPendingUsers, type Target } from '../store/todos.ts';
import { publishTodosChanged } from './publish-todos-changed.ts';

async function mayRead(ctx: Context, userId: number, target: Target): Promise<boolean> {
  const actor = await findActingUser(ctx, userId);
  return actor !== undefined && (await noteableById({ ...ctx, actor }, target.type, target.id)) !== undefined;
}

async function dropUnless(ctx: Context, userId: number, target: Target): Promise<boolean> {
  if (await mayRead(ctx, userId, target)) return false;
  await finishTodos(ctx.db, { by: 'withdrawn', userId, target });
  return true;
}

/** Nothing waits at a thing for those who may not read it any more. For jobs. */
export async function dropUnreadableTodos(ctx: Context, target: Target): Promise<void> {
  const changed: number[] = [];
  for (const userId of await listPendingUsers(ctx.db, target)) {
    if (await dropUnless(ctx, userId, target)) changed.push(userId);
  }
  await publishTodosChanged(ctx, changed);
}

/** The same for everything that waits for one user. */
export async function dropUnreadableTodosOf(ctx: Context, userId: number): Promise<void> {
  let hasChanged = false;
  for (const target of await listPendingTargets(ctx.db, userId)) {
    if (await dropUnless(ctx, userId, target)) hasChanged = true;
  }
  if (hasChanged) await publishTodosChanged(ctx, [userId]);
}
