import { listUsersByIds } from '../../../accounts/index.ts';
import { addDescriptionNote, addSystemNote, markChanges } from '../../../discussions/index.ts';
import type { Context } from '../../../platform/context.ts';
import { emit } from '../../../platform/events.ts';
import { listLabelsFor } from '../../labels/reads/list-labels.ts';
import { listMilestonesFor } from '../../milestones/reads/list-milestones.ts';
import { recordResourceEvents } from '../../resource-events/record-events.ts';
import { assigneesText, labelsText, milestoneText, titleText } from '../../rules/change-texts.ts';
import { type UsersInput, applyUsersInput } from '../../shared/users-input.ts';
import { type LabelsInput, resolveLabels } from '../../shared/resolve-inputs.ts';
import type { IssueAccess } from '../issue-access.ts';
import { issueNoteable } from '../noteable.ts';
import { usersForIssue } from '../users-for-issue.ts';
import { confidentialText, dateText, weightText } from '../rules/issue-texts.ts';
import type { IssueRow } from '../store/issues.ts';
import { listIssueAssignees, listIssueLabelIds, setIssueAssignees, setIssueLabels } from '../store/participants.ts';
import { hideOrShowActivity } from '../notifications/activity.ts';

/** Notes down what differs between the row before and after, in the usual words. */
export async function noteIssueFields(ctx: Context, found: IssueAccess, after: IssueRow): Promise<void> {
  const { row: before } = found;
  const noteable = issueNoteable({ ...found, row: after });
  const note = (action: string, body: string) => addSystemNote(ctx, noteable, { action, body });
  if (before.title !== after.title) await note('title', titleText(markChanges(before.title, after.title)));
  if (before.description !== after.description) {
    await addDescriptionNote(ctx, noteable, { before: before.description, after: after.description });
  }
  if (before.milestone_id !== after.milestone_id) await noteMilestone(ctx, found, after);
  if (before.start_date !== after.start_date) await note('date', dateText('start', after.start_date));
  if (before.due_date !== after.due_date) await note('date', dateText('due', after.due_date));
  if (before.weight !== after.weight) {
    const { weight } = after;
    await note('weight', weightText(weight));
    await recordResourceEvents(ctx, noteable, [{ kind: 'weight', action: weight === null ? 'remove' : 'add', weight }]);
  }
  if (before.issue_type !== after.issue_type) {
    await note('issue_type', `changed type from ${before.issue_type} to ${after.issue_type}`);
  }
  if (before.is_confidential !== after.is_confidential) {
    await note(after.is_confidential ? 'confidential' : 'visible', confidentialText(after.is_confidential));
    await hideOrShowActivity(ctx, found.access.project, after);
  }
  if (before.is_discussion_locked !== after.is_discussion_locked) {
    const word = after.is_discussion_locked ? 'locked' : 'unlocked';
    await note(word, `${word} the discussion in this issue`);
  }
}

async function noteMilestone(ctx: Context, found: IssueAccess, after: IssueRow): Promise<void> {
  const { row: before } = found;
  const noteable = issueNoteable({ ...found, row: after });
  const [milestone] = await listMilestonesFor(ctx, after.milestone_id === null ? [] : [after.milestone_id]);
  await addSystemNote(ctx, noteable, { action: 'milestone', body: milestoneText(milestone?.title ?? null) });
  await recordResourceEvents(ctx, noteable, [
    {
      kind: 'milestone',
      action: after.milestone_id === null ? 'remove' : 'add',
      milestoneId: after.milestone_id ?? before.milestone_id,
    },
  ]);
}

/** Sets who is on it; true when that changed something. Who is there may stay, whatever happened to their rights. */
export async function changeIssueAssignees(ctx: Context, found: IssueAccess, wish: UsersInput): Promise<boolean> {
  const before = (await listIssueAssignees(ctx.db, [found.row.id])).map((each) => each.userId);
  const wanted = applyUsersInput(wish, before);
  const fresh = await usersForIssue(
    ctx,
    found.access,
    wanted.filter((id) => !before.includes(id)),
  );
  const allowed = new Set([...before, ...fresh]);
  const after = [...new Set(wanted)].filter((id) => allowed.has(id));
  const text = assigneesText({
    added: await listUsersByIds(
      ctx,
      after.filter((id) => !before.includes(id)),
    ),
    removed: await listUsersByIds(
      ctx,
      before.filter((id) => !after.includes(id)),
    ),
  });
  if (text === undefined) return false;
  await setIssueAssignees(ctx.db, found.row.id, after);
  await addSystemNote(ctx, issueNoteable(found), { action: 'assignee', body: text });
  return true;
}

export async function changeIssueLabels(ctx: Context, found: IssueAccess, wish: LabelsInput): Promise<boolean> {
  const before = (await listIssueLabelIds(ctx.db, [found.row.id])).map((each) => each.labelId);
  const after = await resolveLabels(ctx, found.access, wish, before);
  const added = after.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !after.includes(id));
  const names = new Map((await listLabelsFor(ctx, [...added, ...removed])).map((label) => [label.id, label.name]));
  const named = (ids: readonly number[]) => ids.flatMap((id) => names.get(id) ?? []);
  const text = labelsText(named(added), named(removed));
  if (text === undefined) return false;
  await setIssueLabels(ctx.db, found.row.id, after);
  const noteable = issueNoteable(found);
  await addSystemNote(ctx, noteable, { action: 'label', body: text });
  await recordResourceEvents(ctx, noteable, [
    ...added.map((labelId) => ({ kind: 'label' as const, action: 'add', labelId })),
    ...removed.map((labelId) => ({ kind: 'label' as const, action: 'remove', labelId })),
  ]);
  const { id: issueId, project_id: projectId } = found.row;
  if (added.length > 0) await emit(ctx, 'issue.labels_added', { issueId, projectId, labelIds: added });
  return true;
}
