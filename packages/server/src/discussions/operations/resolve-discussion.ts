import { AppError, type Refusal, refuse } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../platform/actor.ts';
import { type Context, transact } from '../../platform/context.ts';
import { guard } from '../../platform/operation.ts';
import { canResolve } from '../abilities.ts';
import { publishResolutions } from '../publish-note-changes.ts';
import type { Noteable } from '../noteable.ts';
import { keyOf, reload } from '../noteable-now.ts';
import { retryWhileBusy } from '../../platform/retry-while-busy.ts';
import { isThreadFor } from '../reads/readable-note.ts';
import { type DiscussionRow, lockDiscussions, refreshDiscussions } from '../store/discussions.ts';
import { listNotesOf, setResolved } from '../store/notes.ts';
import { listStarters } from '../store/starters.ts';
import { noteAllResolved } from './note-all-resolved.ts';

export type ResolveParams = { discussionId: string; isResolved: boolean };

type OneNote = {
  /** Only this note of the thread; the thread follows when it was the last open one. */
  noteId?: number | undefined;
};

export type ResolveInput = { noteable: Noteable } & ResolveParams & OneNote;

/** Resolves or reopens all resolvable notes of a thread. Nothing happens when it is so already. */
export function resolveDiscussion(ctx: Context, input: ResolveInput): Promise<DiscussionRow> {
  const { noteable, noteId, ...wish } = input;
  const settle = async (inner: Context) => {
    const { threads, refusals } = await settleThreads(inner, noteable, [wish], { noteId });
    guard(refusals.get(wish.discussionId) ?? null);
    const thread = threads.get(wish.discussionId);
    if (!thread) throw new AppError('not_found', { resource: 'Discussion' });
    return thread;
  };
  return retryWhileBusy(ctx, () => transact(ctx, settle));
}

/**
 * The same for several threads at once, in the transaction it is called in. Gives why not, where it may not be done, which
 * were not so before, and the note that all are resolved now, if they are.
 */
export async function resolveDiscussions(
  ctx: Context,
  noteable: Noteable,
  wishes: readonly ResolveParams[],
): Promise<Omit<Settled, 'threads'>> {
  if (wishes.length === 0) return { refusals: new Map(), turnedIds: [], systemNoteId: null };
  const { threads: _, ...settled } = await settleThreads(ctx, noteable, wishes);
  return settled;
}

type Settled = {
  threads: Map<string, DiscussionRow>;
  refusals: ReadonlyMap<string, Refusal>;
  turnedIds: string[];
  systemNoteId: number | null;
};

/** Of two wishes for one thread the later one counts. */
async function settleThreads(
  ctx: Context,
  asked: Noteable,
  wishes: readonly ResolveParams[],
  { noteId }: OneNote = {},
): Promise<Settled> {
  const noteable = await reload(ctx, asked);
  const wanted = new Map(wishes.map((wish) => [wish.discussionId, wish.isResolved]));
  const ids = [...wanted.keys()];
  const threads = new Map((await lockDiscussions(ctx.db, keyOf(noteable), ids)).map((row) => [row.id, row]));
  const starters = await listStarters(ctx.db, ids);
  const refusals = new Map<string, Refusal>();
  for (const id of ids) {
    const refusal = await refusalOf(ctx, noteable, threads.get(id), starters.get(id)?.author_id ?? null);
    if (refusal) refusals.set(id, refusal);
  }
  if (noteId !== undefined && refusals.size === 0) {
    const notes = await listNotesOf(ctx.db, ids);
    if (!notes.some((note) => note.id === noteId)) throw new AppError('not_found', { resource: 'Note' });
  }
  const turnedIds: string[] = [];
  let isLess = false;
  for (const isResolved of [true, false]) {
    const meant = ids.filter((id) => wanted.get(id) === isResolved && !refusals.has(id));
    const change = { isResolved, byId: actorId(ctx.actor) ?? null, byPush: false, noteId };
    const changed = await refreshDiscussions(ctx.db, await setResolved(ctx.db, meant, change));
    const turned = [...changed.values()].filter(({ id, resolved_at: at }) => isTurned(threads.get(id), at));
    for (const [id, now] of changed) threads.set(id, now);
    for (const isNow of [true, false]) {
      const alike = turned.filter((row) => (row.resolved_at !== null) === isNow).map((row) => row.id);
      await publishResolutions(ctx, noteable, alike, isNow);
      turnedIds.push(...alike);
      isLess ||= isNow && alike.length > 0;
    }
  }
  return { threads, refusals, turnedIds, systemNoteId: isLess ? await noteAllResolved(ctx, noteable) : null };
}

function isTurned(was: DiscussionRow | undefined, resolvedAt: Date | null): boolean {
  return (resolvedAt !== null) !== (was?.resolved_at !== null);
}

async function refusalOf(
  ctx: Context,
  noteable: Noteable,
  thread: DiscussionRow | undefined,
  starterId: number | null,
): Promise<Refusal | null> {
  if (!thread || !(await isThreadFor(ctx, noteable, thread))) return refuse('not_found', { resource: 'Discussion' });
  return canResolve(ctx.actor, noteable, thread, starterId);
}
