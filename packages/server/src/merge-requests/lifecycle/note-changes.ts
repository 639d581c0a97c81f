import { listUsersByIds } from '../../accounts/index.ts';
import { addDescriptionNote, addSystemNote, markChanges } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { emit } from '../../platform/events.ts';
import {
  assigneesText,
  labelsText,
  type LabelsInput,
  listLabelsFor,
  listMilestonesFor,
  milestoneText,
  type UsersInput,
  recordResourceEvents,
  resolveLabels,
  reviewersText,
  titleText,
  applyUsersInput,
} from '../../planning/index.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import type { MergeRequestAccess } from '../merge-request-access.ts';
import { noteableOf } from '../noteable.ts';
import { withoutDraft } from '../rules/draft-title.ts';
import { collaborationText, draftText, mergeAfterText, removalText, squashText } from '../rules/system-texts.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';
import {
  listAssignees,
  listLabelIds,
  listReviewers,
  setAssignees,
  setLabels,
  setReviewers,
} from '../store/assignees-and-reviewers.ts';
import { publishAttentionSetChange } from '../notifications/publish-attention-set-change.ts';
import { usersWhoCanRead } from './users-who-can-read.ts';

/** Notes down what differs between the row before and after, in the usual words. */
export async function noteFieldChanges(ctx: Context, found: MergeRequestAccess, after: MergeRequestRow): Promise<void> {
  const { row: before } = found;
  const noteable = noteableOf({ ...found, row: after });
  const note = (action: string, body: string) => addSystemNote(ctx, noteable, { action, body });
  const [from, to] = [withoutDraft(before.title), withoutDraft(after.title)];
  if (from !== to) await note('title', titleText(markChanges(from, to)));
  if (before.is_draft !== after.is_draft) await note('draft', draftText(after.is_draft));
  if (before.description !== after.description) {
    await addDescriptionNote(ctx, noteable, { before: before.description, after: after.description });
  }
  if (before.milestone_id !== after.milestone_id) {
    const [milestone] = await listMilestonesFor(ctx, after.milestone_id === null ? [] : [after.milestone_id]);
    await note('milestone', milestoneText(milestone?.title ?? null));
    await recordResourceEvents(ctx, noteable, [
      {
        kind: 'milestone',
        action: after.milestone_id === null ? 'remove' : 'add',
        milestoneId: after.milestone_id ?? before.milestone_id,
      },
    ]);
  }
  if (before.squash !== after.squash) await note('merge_options', squashText(after.squash));
  if (before.force_remove_source_branch !== after.force_remove_source_branch) {
    await note('merge_options', removalText(after.force_remove_source_branch));
  }
  if (before.allow_collaboration !== after.allow_collaboration) {
    await note('merge_options', collaborationText(after.allow_collaboration));
  }
  if (before.merge_after?.getTime() !== after.merge_after?.getTime()) {
    await note('merge_options', mergeAfterText(after.merge_after));
  }
  if (before.is_discussion_locked !== after.is_discussion_locked) {
    const isLocked = after.is_discussion_locked;
    await note(
      isLocked ? 'locked' : 'unlocked',
      `${isLocked ? 'locked' : 'unlocked'} the discussion in this merge request`,
    );
  }
}

type PeopleInput = { assigneeIds?: UsersInput | undefined; reviewerIds?: UsersInput | undefined };

/** Sets assignees and reviewers where asked; answers the names of the fields that changed. */
export async function changeAssigneesAndReviewers(
  ctx: Context,
  found: MergeRequestAccess,
  input: PeopleInput,
): Promise<string[]> {
  const { row, access } = found;
  const changed: string[] = [];
  if (input.assigneeIds || input.reviewerIds) await publishAttentionSetChange(ctx, row.id);
  if (input.assigneeIds) {
    const before = (await listAssignees(ctx.db, [row.id])).map((each) => each.userId);
    const after = await keepOrAdd(ctx, access, before, input.assigneeIds);
    const text = assigneesText(await differenceOf(ctx, before, after));
    if (text) {
      await setAssignees(ctx.db, row.id, after);
      await addSystemNote(ctx, noteableOf(found), { action: 'assignee', body: text });
      changed.push('assignees');
    }
  }
  if (input.reviewerIds) {
    const before = (await listReviewers(ctx.db, [row.id])).map((each) => each.userId);
    const after = await keepOrAdd(ctx, access, before, input.reviewerIds);
    const text = reviewersText(await differenceOf(ctx, before, after));
    if (text) {
      await setReviewers(ctx.db, row.id, after);
      await addSystemNote(ctx, noteableOf(found), { action: 'reviewer', body: text });
      changed.push('reviewers');
    }
  }
  return changed;
}

/** Who is there may stay, whatever happened to their rights; new ones must be able to read the request. */
async function keepOrAdd(
  ctx: Context,
  access: ProjectAccess,
  before: readonly number[],
  wish: UsersInput,
): Promise<number[]> {
  const wanted = applyUsersInput(wish, before);
  const known = new Set(before);
  const fresh = await usersWhoCanRead(
    ctx,
    access,
    wanted.filter((id) => !known.has(id)),
  );
  const allowed = new Set([...before, ...fresh]);
  return [...new Set(wanted)].filter((id) => allowed.has(id));
}

async function differenceOf(ctx: Context, before: readonly number[], after: readonly number[]) {
  const added = after.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !after.includes(id));
  return { added: await listUsersByIds(ctx, added), removed: await listUsersByIds(ctx, removed) };
}

export async function changeLabels(
  ctx: Context,
  access: ProjectAccess,
  found: MergeRequestAccess,
  wish: LabelsInput,
): Promise<string[]> {
  const { row } = found;
  const before = (await listLabelIds(ctx.db, [row.id])).map((each) => each.labelId);
  const after = await resolveLabels(ctx, access, wish, before);
  const names = new Map((await listLabelsFor(ctx, [...before, ...after])).map((label) => [label.id, label.name]));
  const named = (ids: readonly number[]) => ids.flatMap((id) => names.get(id) ?? []);
  const added = after.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !after.includes(id));
  const text = labelsText(named(added), named(removed));
  if (text === undefined) return [];
  await setLabels(ctx.db, row.id, after);
  await addSystemNote(ctx, noteableOf(found), { action: 'label', body: text });
  await recordResourceEvents(ctx, noteableOf(found), [
    ...added.map((labelId) => ({ kind: 'label' as const, action: 'add', labelId })),
    ...removed.map((labelId) => ({ kind: 'label' as const, action: 'remove', labelId })),
  ]);
  const { id: mergeRequestId, target_project_id: projectId } = row;
  if (added.length > 0) await emit(ctx, 'merge_request.labels_added', { mergeRequestId, projectId, labelIds: added });
  return ['labels'];
}
