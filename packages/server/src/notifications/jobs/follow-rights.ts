import { findActingUser } from '../../accounts/index.ts';
import { noteableById } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { onEvent } from '../../platform/events.ts';
import { tellTodosChanged } from '../operations/tell-todos-changed.ts';
import { finishTodos, listPendingTargets } from '../store/todos.ts';

/** Nothing waits for a person at a thing they may not read any more. */
async function dropUnreadable(ctx: Context, userId: number): Promise<void> {
  const actor = await findActingUser(ctx, userId);
  let hasChanged = false;
  for (const target of await listPendingTargets(ctx.db, userId)) {
    const isReadable = actor && (await noteableById({ ...ctx, actor }, target.type, target.id)) !== undefined;
    if (isReadable) continue;
    await finishTodos(ctx.db, { by: 'withdrawn', userId, target });
    hasChanged = true;
  }
  if (hasChanged) await tellTodosChanged(ctx, [userId]);
}

onEvent('member.changed', 'attention', async (ctx, { data }) => dropUnreadable(ctx, data.userId));
