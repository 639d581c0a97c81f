import type { Extensions } from '../platform/extensions.ts';
import { contributeUserCounts } from '../accounts/index.ts';
import { actorId } from '../platform/actor.ts';
import { countTodoRows } from './store/todo-lists.ts';
import { viewerOf } from './viewer.ts';

export const notificationsCounts: Extensions = [
  contributeUserCounts(['todos'], async (ctx, userId) =>
    actorId(ctx.actor) === userId
      ? { todos: await countTodoRows(ctx.db, viewerOf(ctx), { userId, state: 'pending', isByBot: false }) }
      : {},
  ),
];
