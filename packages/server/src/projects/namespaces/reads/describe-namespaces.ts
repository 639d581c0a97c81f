import type { Context } from '../../../platform/context.ts';
import { countMembersBelow } from '../namespace-store.ts';
import type { NamespaceView } from './namespace-views.ts';

const MAINTAINER = 40;

/** Adds how many users belong to each, for those who manage it. */
export async function describeNamespaces(
  ctx: Context,
  views: readonly NamespaceView[],
): Promise<{ view: NamespaceView; counts?: { members: number } }[]> {
  const isAdmin = ctx.actor.kind === 'user' && ctx.actor.isAdmin;
  return Promise.all(
    views.map(async (view) =>
      isAdmin || view.level >= MAINTAINER
        ? { view, counts: { members: await countMembersBelow(ctx.db, view.id) } }
        : { view },
    ),
  );
}
