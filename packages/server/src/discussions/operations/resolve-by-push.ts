import type { Context } from '../../platform/context.ts';
import { transact } from '../../platform/context.ts';
import { publishResolutions } from '../publish-note-changes.ts';
import type { Noteable } from '../noteable.ts';
import { lockDiscussion, refreshDiscussion } from '../store/discussions.ts';
import { setResolved } from '../store/notes.ts';
import { keyOf } from '../noteable-now.ts';
import { noteAllResolved } from './note-all-resolved.ts';

/** Settles a thread because a push changed its lines; nobody did, so nobody is named. Nothing happens when it is settled. */
export function resolveByPush(ctx: Context, noteable: Noteable, discussionId: string): Promise<void> {
  return transact(ctx, async (inner) => {
    const discussion = await lockDiscussion(inner.db, keyOf(noteable), discussionId);
    if (!discussion?.is_resolvable || discussion.resolved_at !== null) return;
    const changed = await setResolved(inner.db, [discussionId], { isResolved: true, byId: null, byPush: true });
    if (changed.length === 0) return;
    await refreshDiscussion(inner.db, discussionId);
    await publishResolutions(inner, noteable, [discussionId], true);
    await noteAllResolved(inner, noteable, { authorId: null });
  });
}
