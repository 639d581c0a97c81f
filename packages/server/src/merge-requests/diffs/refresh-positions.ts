import { type DiscussionRow, listPositionedDiscussions, resolveByPush, setPosition } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { onEvent, publish } from '../../platform/events.ts';
import { findMergeRequestAccess, type MergeRequestAccess, topicOf } from '../merge-request-access.ts';
import { noteableOf } from '../noteable.ts';
import { draftsChanged } from '../reviews/load-reviewing.ts';
import { listPositionedDrafts, type PositionedDraft, setDraftPlace } from '../store/drafts.ts';
import { findMergeRequestById } from '../store/merge-requests.ts';
import { findVersionById } from '../store/versions.ts';
import { VersionTracer } from './tracing/version-tracer.ts';

/** Every thread on a diff is looked for in the new version; what cannot be found stays, on its file or on the overview. */
onEvent('merge_request.version_created', 'refresh-positions', async (ctx, { data }) => {
  const row = await findMergeRequestById(ctx.db, data.mergeRequestId);
  const version = await findVersionById(ctx.db, data.versionId);
  if (!row || !version || row.latest_version_id !== version.id) return;
  const found = await findMergeRequestAccess(ctx, row.id);
  const threads = await listPositionedDiscussions(ctx.db, { noteableType: 'MergeRequest', noteableId: row.id });
  const drafts = await listPositionedDrafts(ctx.db, row.id);
  if (!found || threads.length + drafts.length === 0) return;
  const tracer = new VersionTracer(ctx, row.target_project_id, version);
  for (const draft of drafts) await refreshDraft(ctx, tracer, draft);
  for (const authorId of new Set(drafts.map((draft) => draft.author_id))) {
    await draftsChanged(ctx, { mergeRequestId: row.id, authorId });
  }
  for (const thread of threads) await refresh(ctx, found, tracer, thread);
  await publish(ctx, topicOf(row.id), 'discussion.moved', { id: row.id });
});

async function refreshDraft(ctx: Context, tracer: VersionTracer, draft: PositionedDraft): Promise<void> {
  if (!draft.position) return;
  const last = { position: draft.current?.position ?? draft.position, lineCode: draft.line_code };
  await setDraftPlace(ctx.db, draft.id, await tracer.trace(draft.position, last));
}

async function refresh(
  ctx: Context,
  found: MergeRequestAccess,
  tracer: VersionTracer,
  thread: DiscussionRow,
): Promise<void> {
  const from = thread.original_position;
  if (!from) return;
  const traced = await tracer.trace(from, { position: thread.position ?? from, lineCode: thread.line_code });
  await setPosition(ctx.db, thread.id, traced);
  const isLost = thread.is_active && !traced.isActive;
  if (isLost && found.access.project.resolve_outdated_diff_discussions) {
    await resolveByPush(ctx, noteableOf(found), thread.id);
  }
}
