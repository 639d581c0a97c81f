import type { Context } from '../../platform/context.ts';
import { publish } from '../../platform/events.ts';

/** Open pages of these users show the new number at once. */
export async function publishTodosChanged(ctx: Context, userIds: Iterable<number>): Promise<void> {
  for (const id of new Set(userIds)) await publish(ctx, `user:${id}`, 'todos.changed', {});
}
