import type { Extensions } from '../../platform/extensions.ts';
import {
  addSystemNote,
  type DiscussionRow,
  listDiscussionsByIds,
  listPositionedDiscussions,
  lockDiscussions,
  resolveByPush,
  setPosition,
  type TracedPosition,
} from '../../discussions/index.ts';
import { type Context, transact } from '../../platform/context.ts';
import { onEvent, publish } from '../../platform/events.ts';
import {
  findMergeRequestAccess,
  type MergeRequestAccess,
  topicOf,
  noteableOf,
  pendingComments,
  type PendingPosition,
  findMergeRequestById,
  findVersionById,
  outdatedText,
} from '../../merge-requests/index.ts';
import { VersionTracer } from './tracing/version-tracer.ts';

async function refreshDraft(ctx: Context, tracer: VersionTracer, draft: PendingPosition): Promise<void> {
  const pending = pendingComments();
  for (
    let seen: PendingPosition | undefined = draft;
    seen?.position;
    seen = await pending.findPositioned(ctx, seen.id)
  ) {
    const last = { position: seen.current?.position ?? seen.position, lineCode: seen.line_code };
    if (await pending.setPosition(ctx, seen, await tracer.trace(seen.position, last))) return;
  }
}

type Push = { found: MergeRequestAccess; tracer: VersionTracer; pushedById: number | null };

/** The thread leaves its lines and says so, once for each version, and is settled where the project wants that. */
function lose(ctx: Context, push: Push, seen: DiscussionRow, traced: TracedPosition): Promise<boolean> {
  const { found, tracer, pushedById } = push;
  const noteable = noteableOf(found);
  return transact(ctx, async (inner) => {
    const [held] = await lockDiscussions(inner.db, { noteableType: noteable.type, noteableId: noteable.id }, [seen.id]);
    if (!(await setPosition(inner.db, seen, traced))) return false;
    if (!held?.is_active || !held.original_position) return true;
    await addSystemNote(inner, noteable, {
      action: 'outdated',
      body: outdatedText(held.original_position, traced.placement.file_hash, {
        path: noteable.path,
        version: tracer.version,
      }),
      authorId: pushedById,
      inThread: held.id,
    });
    if (found.access.project.resolve_outdated_diff_discussions) await resolveByPush(inner, noteable, held.id);
    return true;
  });
}

/** Tracing takes its time and holds nothing: a thread whose point was moved meanwhile is traced from its new one. */
async function refresh(ctx: Context, push: Push, thread: DiscussionRow): Promise<void> {
  const { tracer } = push;
  const { number } = tracer.version;
  let seen: DiscussionRow | undefined = thread;
  while (seen?.original_position && (seen.placement?.version ?? 0) <= number) {
    const from = seen.original_position;
    const traced = await tracer.trace(from, { position: seen.position ?? from, lineCode: seen.line_code });
    const mayBeLost = seen.is_active && !traced.isActive;
    if (await (mayBeLost ? lose(ctx, push, seen, traced) : setPosition(ctx.db, seen, traced))) return;
    [seen] = await listDiscussionsByIds(ctx.db, [seen.id]);
  }
}

export const diffsRefreshPositions: Extensions = [
  /** Every thread on a diff is looked for in the new version; what cannot be found stays, on its file or on the overview. */
  onEvent('merge_request.version_created', 'refresh-positions', async (ctx, { data }) => {
    const row = await findMergeRequestById(ctx.db, data.mergeRequestId);
    const version = await findVersionById(ctx.db, data.versionId);
    if (!row || !version || row.latest_version_id !== version.id) return;
    const found = await findMergeRequestAccess(ctx, row.id);
    const threads = await listPositionedDiscussions(ctx.db, { noteableType: 'MergeRequest', noteableId: row.id });
    const drafts = await pendingComments().listPositioned(ctx, row.id);
    if (!found || threads.length + drafts.length === 0) return;
    const tracer = new VersionTracer(ctx, row.target_project_id, version);
    for (const draft of drafts) await refreshDraft(ctx, tracer, draft);
    for (const authorId of new Set(drafts.map((draft) => draft.author_id))) {
      await pendingComments().publishChange(ctx, row.id, authorId);
    }
    for (const thread of threads) await refresh(ctx, { found, tracer, pushedById: data.pushedById }, thread);
    await publish(ctx, topicOf(row.id), 'discussion.moved', { id: row.id });
  }),
];
