import type { IssueType } from '@tributary/contract/planning/issue-inputs.ts';
import { fail, failFields } from '@tributary/contract/errors/app-error.ts';
import { listUsersByIds } from '../../../accounts/index.ts';
import {
  addSystemNote,
  canBackdate,
  type CommandOutcome,
  runWritten,
  type SentForm,
  type StoredHtml,
  textScopeOf,
  writeDescribed,
} from '../../../discussions/index.ts';
import { actorId } from '../../../platform/actor.ts';
import { type Context } from '../../../platform/context.ts';
import { doneBefore, doOnce } from '../../../platform/done-once.ts';
import { emit } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { getProjectAccess, type ProjectAccess } from '../../../projects/index.ts';
import { eventsOfCreation, recordResourceEvents } from '../../resource-events/record-events.ts';
import { assigneesText } from '../../rules/change-texts.ts';
import { checkTexts } from '../../rules/check-texts.ts';
import { type LabelsInput, resolveLabels, resolveMilestone } from '../../shared/resolve-inputs.ts';
import { canOnNewIssue, refuseBackdating } from '../abilities.ts';
import { findFollowUp, type FollowUpInput, resolveFollowedThreads } from '../follow-up.ts';
import { getIssueAccess, issueAccessOf, issuesOf } from '../issue-access.ts';
import { ISSUE_NOTEABLE, issueNoteable } from '../noteable.ts';
import { usersForIssue } from '../users-for-issue.ts';
import { checkWeight } from '../rules/check-weight.ts';
import { findIssueById, insertIssue, type IssueRow, takeIssueIid } from '../store/issues.ts';
import { setIssueAssignees, setIssueLabels } from '../store/participants.ts';
import { recordIssueActivity } from '../notifications/activity.ts';

export type NewIssueInput = {
  projectId: number;
  /** May be left out when threads are taken over. */
  title?: string | undefined;
  description?: string | undefined;
  type?: IssueType | undefined;
  isConfidential?: boolean | undefined;
  isDiscussionLocked?: boolean | undefined;
  assigneeIds?: number[] | undefined;
  labels?: LabelsInput | undefined;
  /** 0 or null for none. */
  milestoneId?: number | null | undefined;
  /** `YYYY-MM-DD` */
  startDate?: string | null | undefined;
  dueDate?: string | null | undefined;
  weight?: number | null | undefined;
  /** The number and the time it had elsewhere, for those who bring it here; of others they change nothing. */
  iid?: number | undefined;
  createdAt?: Date | undefined;
  /** Whose words it is when it comes from another project; the actor's otherwise. */
  authorId?: number | null | undefined;
  followUp?: FollowUpInput | undefined;
  /** Grows with what the commands of the description come to. */
  outcome?: CommandOutcome | undefined;
  /** The client's own: asked for again, it is the same issue. */
  idempotencyKey?: string | undefined;
  /** The form of a page that it was written in. */
  form?: SentForm | undefined;
};

type Prepared = NewIssueInput & { title: string; description: string; html: StoredHtml };

const operation = defineOperation<Prepared, ProjectAccess, IssueRow>({
  name: 'issue.create',
  load: (ctx, input) => getProjectAccess(ctx, input.projectId),
  check: (ctx, access, { createdAt }) =>
    can(ctx.actor, 'create_issue', { ...issuesOf(access), resource: 'Project' }) ??
    refuseBackdating(ctx, access, { created_at: createdAt }),
  run: async (ctx, access, input) => {
    const { project } = access;
    const maySet = canOnNewIssue(ctx, access, 'metadata');
    const { iid, createdAt } = canBackdate(ctx.actor, access) ? input : {};
    const row = await insertIssue(ctx.db, {
      iid: await takeIssueIid(ctx.db, project.id, iid),
      ...(createdAt && { created_at: createdAt }),
      project_id: project.id,
      author_id: input.authorId === undefined ? (actorId(ctx.actor) ?? null) : input.authorId,
      title: input.title.trim(),
      description: input.description,
      description_html: input.html.html,
      description_html_version: input.html.version,
      issue_type: typeOf(ctx, access, input.type),
      is_confidential: input.isConfidential ?? false,
      is_discussion_locked: (input.isDiscussionLocked ?? false) && canOnNewIssue(ctx, access, 'lock'),
      milestone_id: maySet ? await resolveMilestone(ctx, access, input.milestoneId) : null,
      start_date: maySet ? (input.startDate ?? null) : null,
      due_date: maySet ? (input.dueDate ?? null) : null,
      weight: maySet ? (input.weight ?? null) : null,
    });
    const labelIds = maySet && input.labels ? await resolveLabels(ctx, access, input.labels, []) : [];
    await setIssueLabels(ctx.db, row.id, labelIds);
    const noteable = issueNoteable(await issueAccessOf(ctx, access, row));
    await recordResourceEvents(ctx, noteable, eventsOfCreation(labelIds, row.milestone_id, row.weight));
    if (maySet) await putAssignees(ctx, access, row, input.assigneeIds ?? []);
    await recordIssueActivity(ctx, project, row, 'opened');
    await emit(ctx, 'issue.created', { issueId: row.id, projectId: project.id });
    if (input.followUp) await resolveFollowedThreads(ctx, access, input.followUp, row);
    return row;
  },
});

/** An incident calls the team: what somebody else reports is an issue. */
function typeOf(ctx: Context, access: ProjectAccess, type: IssueType = 'issue'): IssueType {
  return type === 'incident' && !canOnNewIssue(ctx, access, 'admin') ? 'issue' : type;
}

/**
 * Opens an issue. Metadata that the actor may not set is left out, as when someone from outside fills in the form. With
 * `followUp` it takes over threads of a merge request; those that the actor may resolve are resolved. Commands in the description are done and
 * taken out of it.
 */
export async function createIssue(ctx: Context, input: NewIssueInput): Promise<IssueRow> {
  const asked = { act: `issue.create:${input.projectId}`, key: input.idempotencyKey };
  const before = await doneBefore(ctx, asked);
  if (before !== undefined) return issueAgain(ctx, before, input);
  const access = await getProjectAccess(ctx, input.projectId);
  const proposed = input.followUp && (await findFollowUp(ctx, access, input.followUp));
  const title = input.title ?? proposed?.title ?? fail('missing_parameter', { names: 'title' });
  const written = (input.description ?? proposed?.description ?? '').replaceAll('\0', '');
  checkTexts({ title, description: written });
  checkDates(input);
  checkWeight(input.weight);
  const write = async (outer: Context, description: string, html: StoredHtml) => {
    const made = await doOnce(outer, asked, async (inner) => {
      const { id } = await operation(inner, { ...input, title, description, html });
      return { id, made: await sameIssue(inner, id) };
    });
    return made ?? sameIssue(outer, (await doneBefore(outer, asked)) ?? fail('conflict'));
  };
  return writeDescribed(
    ctx,
    { ...input, type: ISSUE_NOTEABLE, text: written, place: textScopeOf(access.project) },
    write,
    (row) => findIssueById(ctx.db, row.id),
  );
}

/** The one that was made for the same request, with what came of its commands. */
async function issueAgain(ctx: Context, id: number, input: NewIssueInput): Promise<IssueRow> {
  const { kept, noteable } = await sameIssue(ctx, id);
  const { idempotencyKey: key, outcome } = input;
  if (outcome && key !== undefined) Object.assign(outcome, await runWritten(ctx, noteable, key));
  return (await findIssueById(ctx.db, id)) ?? kept;
}

async function sameIssue(ctx: Context, id: number) {
  const found = await getIssueAccess(ctx, id);
  return { kept: found.row, noteable: { ...issueNoteable(found), isNew: true } };
}

export function checkDates(input: {
  startDate?: string | null | undefined;
  dueDate?: string | null | undefined;
}): void {
  if (input.startDate && input.dueDate && input.startDate > input.dueDate)
    failFields({ due_date: ['must be greater than or equal to start date'] });
}

async function putAssignees(ctx: Context, access: ProjectAccess, row: IssueRow, wanted: number[]): Promise<void> {
  const assignees = await usersForIssue(ctx, access, wanted);
  const text = assigneesText({ added: await listUsersByIds(ctx, assignees), removed: [] });
  if (text === undefined) return;
  await setIssueAssignees(ctx.db, row.id, assignees);
  const noteable = issueNoteable(await issueAccessOf(ctx, access, row));
  await addSystemNote(ctx, noteable, { action: 'assignee', body: text });
}
