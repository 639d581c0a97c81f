import type { ChangedNote, Noteable } from '../../../discussions/index.ts';
import type { Context } from '../../../platform/context.ts';
import { plainText } from '../../../platform/markup/index.ts';
import { type Activity, changeActivityAbility, recordActivities, recordActivity } from '../../../projects/index.ts';
import { issuePath } from '../issue-access.ts';
import type { IssueRow } from '../store/issues.ts';

type Project = { id: number; full_path: string };

/** News of a confidential issue is for those who may read every one of them. */
function abilityOf(row: IssueRow): string {
  return row.is_confidential ? 'read_confidential_issue' : 'read_issue';
}

/** Adds what happened to the activity of the user and the project, in the transaction of the action. */
export async function recordIssueActivity(
  ctx: Context,
  project: Project,
  row: IssueRow,
  action: 'opened' | 'closed' | 'reopened',
): Promise<void> {
  await recordActivity(ctx, {
    projectId: project.id,
    action,
    ability: abilityOf(row),
    feature: 'issues',
    targetType: 'issue',
    targetId: row.id,
    targetIid: row.iid,
    targetTitle: row.title,
    targetPath: issuePath(project.full_path, row.iid),
  });
}

/** Comments, each with its beginning as plain text. */
export async function recordIssueComments(
  ctx: Context,
  noteable: Noteable,
  row: IssueRow,
  notes: readonly ChangedNote[],
): Promise<void> {
  const open = notes.filter((note) => !note.isInternal);
  const entryOf = (note: ChangedNote): Activity => ({
    projectId: noteable.place.id,
    action: 'commented on',
    ability: abilityOf(row),
    feature: 'issues',
    targetType: 'note',
    targetId: note.id,
    targetIid: row.iid,
    targetTitle: row.title,
    targetPath: `${noteable.path}#note_${note.id}`,
    detail: plainText(note.body),
  });
  await recordActivities(ctx, open.map(entryOf));
}

/** What was told of an issue before it became confidential is hidden with it, and shown again with it. */
export async function hideOrShowActivity(ctx: Context, project: Project, row: IssueRow): Promise<void> {
  await changeActivityAbility(ctx, {
    projectId: project.id,
    path: issuePath(project.full_path, row.iid),
    ability: abilityOf(row),
  });
}
