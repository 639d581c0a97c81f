import { AppError } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { defineOperation } from '../../platform/operation.ts';
import { canReadInternal, canResolve } from '../abilities.ts';
import { announceResolution } from '../announce.ts';
import type { Noteable } from '../noteable.ts';
import { type DiscussionRow, lockDiscussion, refreshDiscussion } from '../store/discussions.ts';
import { listNotesOf, setResolved } from '../store/notes.ts';
import { retryWhileBusy } from '../retry-while-busy.ts';
import { keyOf, reload } from './create-note.ts';

export type ResolveInput = {
  noteable: Noteable;
  discussionId: string;
  isResolved: boolean;
  /** Only this note of the thread; the thread follows when it was the last open one. */
  noteId?: number;
};

type Loaded = { noteable: Noteable; discussion: DiscussionRow; starterId: number | null };

const operation = defineOperation<ResolveInput, Loaded, DiscussionRow>({
  name: 'discussion.resolve',
  load: async (ctx, input) => {
    const noteable = await reload(ctx, input.noteable);
    const discussion = await lockDiscussion(ctx.db, keyOf(noteable), input.discussionId);
    if (!discussion || (discussion.is_internal && !canReadInternal(ctx.actor, noteable)))
      throw new AppError('not_found', { resource: 'Discussion' });
    const notes = await listNotesOf(ctx.db, [discussion.id]);
    if (input.noteId !== undefined && !notes.some((note) => note.id === input.noteId))
      throw new AppError('not_found', { resource: 'Note' });
    return { noteable, discussion, starterId: notes[0]?.author_id ?? null };
  },
  check: (ctx, { noteable, discussion, starterId }) => canResolve(ctx.actor, noteable, discussion, starterId),
  run: async (ctx, { noteable, discussion }, input) => {
    const changed = await setResolved(ctx.db, discussion.id, {
      isResolved: input.isResolved,
      byId: actorId(ctx.actor) ?? null,
      byPush: false,
      ...(input.noteId !== undefined && { noteId: input.noteId }),
    });
    if (changed === 0) return discussion;
    const refreshed = (await refreshDiscussion(ctx.db, discussion.id)) ?? discussion;
    if ((refreshed.resolved_at !== null) !== (discussion.resolved_at !== null)) {
      await announceResolution(ctx, noteable, discussion.id, refreshed.resolved_at !== null);
    }
    return refreshed;
  },
});

/** Resolves or reopens all resolvable notes of a thread. Nothing happens when it is so already. */
export function resolveDiscussion(ctx: Context, input: ResolveInput): Promise<DiscussionRow> {
  return retryWhileBusy(ctx, () => operation(ctx, input));
}
