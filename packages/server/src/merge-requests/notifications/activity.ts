import type { Context } from '../../platform/context.ts';
import type { ChangedNote, Noteable } from '../../discussions/index.ts';
import { plainText } from '../../platform/markup/index.ts';
import { type Activity, recordActivities, recordActivity, removeLastActivity } from '../../projects/index.ts';
import { pathOf } from '../merge-request-access.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';

type Project = { id: number; full_path: string };

/** Adds what happened to the activity of the user and the project, in the transaction of the action. */
export async function recordMergeRequestActivity(
  ctx: Context,
  project: Project,
  row: MergeRequestRow,
  entry: { action: 'opened' | 'closed' | 'reopened' | 'accepted' | 'approved'; authorId?: number | null },
): Promise<void> {
  await recordActivity(ctx, {
    authorId: entry.authorId ?? undefined,
    projectId: project.id,
    action: entry.action,
    ability: 'read_merge_request',
    feature: 'merge_requests',
    targetType: 'merge_request',
    targetId: row.id,
    targetIid: row.iid,
    targetTitle: row.title,
    targetPath: pathOf(project.full_path, row.iid),
  });
}

/** An approval that was taken back with its review is told no more. */
export function forgetApproval(ctx: Context, mergeRequestId: number, authorId: number): Promise<void> {
  return removeLastActivity(ctx, {
    authorId,
    action: 'approved',
    targetType: 'merge_request',
    targetId: mergeRequestId,
  });
}

/** Comments, each with its beginning as plain text. */
export async function recordMergeRequestComments(
  ctx: Context,
  noteable: Noteable,
  notes: readonly ChangedNote[],
): Promise<void> {
  const open = notes.filter((note) => !note.isInternal);
  const entryOf = (note: ChangedNote): Activity => ({
    projectId: noteable.place.id,
    action: 'commented on',
    ability: 'read_merge_request',
    feature: 'merge_requests',
    targetType: 'note',
    targetId: note.id,
    targetIid: noteable.iid ?? undefined,
    targetTitle: noteable.title,
    targetPath: `${noteable.path}#note_${note.id}`,
    detail: plainText(note.body),
  });
  await recordActivities(ctx, open.map(entryOf));
}
