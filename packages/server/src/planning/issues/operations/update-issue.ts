import type { IssueType } from '@tributary/contract/planning/issue-inputs.ts';
import { AppError, type Refusal } from '@tributary/contract/errors/app-error.ts';
import {
  type CommandOutcome,
  type SentForm,
  type StoredHtml,
  textScopeOf,
  writeDescribed,
  writeSent,
} from '../../../discussions/index.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { emit, publish } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { checkTexts } from '../../rules/check-texts.ts';
import { concernsOnlySelf, type UsersInput } from '../../shared/users-input.ts';
import { type LabelsInput, resolveMilestone } from '../../shared/resolve-inputs.ts';
import { canAdminIssue, canLockIssue, canOnNewIssue, canUpdateIssue, type RightOnNewIssue } from '../abilities.ts';
import { getIssueAccess, type IssueAccess, issueTopic } from '../issue-access.ts';
import { ISSUE_NOTEABLE, issueNoteable } from '../noteable.ts';
import { checkWeight } from '../rules/check-weight.ts';
import { findIssueById, type IssueChange, type IssueRow, updateIssueRow } from '../store/issues.ts';
import { listIssueAssignees } from '../store/participants.ts';
import { checkDates } from './create-issue.ts';
import { loadIssue } from './load-issue.ts';
import { changeIssueAssignees, changeIssueLabels, noteIssueFields } from './note-issue-changes.ts';

export type IssueUpdateInput = {
  issueId: number;
  title?: string | undefined;
  description?: string | undefined;
  assigneeIds?: UsersInput | undefined;
  labels?: LabelsInput | undefined;
  milestoneId?: number | null | undefined;
  startDate?: string | null | undefined;
  dueDate?: string | null | undefined;
  weight?: number | null | undefined;
  type?: IssueType | undefined;
  isConfidential?: boolean | undefined;
  isDiscussionLocked?: boolean | undefined;
  /** Version the editor began with; a text that changed since is not overwritten. */
  lastKnownVersion?: string | undefined;
  /** The whole description that the new one was made of, for changes of a part. */
  expectedDescription?: string | undefined;
  /** By the commands of its first text. */
  isNew?: boolean | undefined;
  /** Grows with what the commands of the description come to. */
  outcome?: CommandOutcome | undefined;
  /** The client's own, so that these commands are done once. */
  idempotencyKey?: string | undefined;
  /** The form of a page that it was written in. */
  form?: SentForm | undefined;
};

type Prepared = IssueUpdateInput & { html?: StoredHtml };

const METADATA = ['labels', 'milestoneId', 'startDate', 'dueDate', 'weight', 'type'] as const;

const operation = defineOperation<Prepared, IssueAccess, IssueRow>({
  name: 'issue.update',
  load: (ctx, input) => loadIssue(ctx, input.issueId),
  check: (ctx, found, input) => refusalOf(ctx, found, input),
  run: async (ctx, found, input) => {
    const { row } = found;
    if (isStale(row, input)) throw new AppError('issue_changed', { version: issueTextVersion(row) });
    const change = await columnsOf(ctx, found, input);
    const changed = Object.keys(change).filter((name) => !name.startsWith('last_edited') && !name.includes('_html'));
    const updated = changed.length > 0 ? await updateIssueRow(ctx.db, row.id, change) : row;
    await noteIssueFields(ctx, found, updated);
    const current = { ...found, row: updated };
    if (input.assigneeIds && (await changeIssueAssignees(ctx, current, input.assigneeIds))) changed.push('assignees');
    if (input.labels && (await changeIssueLabels(ctx, current, input.labels))) changed.push('labels');
    if (changed.length === 0) return row;
    const final = await updateIssueRow(ctx.db, row.id, {});
    await announceIssue(ctx, final, changed);
    return final;
  },
});

/**
 * Changes what an issue says and carries; each difference is noted down. Unchanged values do nothing. Commands in a new
 * description are done and taken out of it.
 */
export function updateIssue(ctx: Context, input: IssueUpdateInput): Promise<IssueRow> {
  return changeIssueFields(ctx, input, operation);
}

/** The same together with other changes: `write` does them and, with what it is given, `writeIssueFields`, in one transaction. */
export async function changeIssueFields(
  ctx: Context,
  input: IssueUpdateInput,
  write: (ctx: Context, prepared: Prepared) => Promise<IssueRow>,
): Promise<IssueRow> {
  checkTexts(input);
  checkWeight(input.weight);
  if (input.description === undefined) return writeSent(ctx, input.form, (inner) => write(inner, input));
  const { project } = (await getIssueAccess(ctx, input.issueId)).access;
  return writeDescribed(
    ctx,
    { ...input, type: ISSUE_NOTEABLE, text: input.description, place: textScopeOf(project) },
    async (inner, description, html) => {
      const row = await write(inner, { ...input, description, html });
      return { kept: row, noteable: issueNoteable(await getIssueAccess(inner, row.id)) };
    },
    (row) => findIssueById(ctx.db, row.id),
  );
}

export const writeIssueFields = (ctx: Context, prepared: Prepared): Promise<IssueRow> => operation(ctx, prepared);

export async function announceIssue(ctx: Context, row: IssueRow, changed: string[]): Promise<void> {
  await emit(ctx, 'issue.updated', { issueId: row.id, projectId: row.project_id, changed });
  await publish(ctx, issueTopic(row.id), 'changed', { id: row.id, changed });
}

async function refusalOf(ctx: Context, found: IssueAccess, input: Prepared): Promise<Refusal | null> {
  const { actor } = ctx;
  if (input.isDiscussionLocked !== undefined) {
    const refusal = canLockIssue(actor, found);
    if (refusal) return refusal;
  }
  const refusalToSet = (right: RightOnNewIssue) =>
    input.isNew && canOnNewIssue(ctx, found.access, right) ? null : canAdminIssue(actor, found);
  if (METADATA.some((name) => input[name] !== undefined)) {
    const refusal = refusalToSet('metadata');
    if (refusal) return refusal;
  }
  if (input.type === 'incident' && found.row.issue_type !== 'incident') {
    const refusal = canAdminIssue(actor, found);
    if (refusal) return refusal;
  }
  if (input.isConfidential !== undefined) {
    const refusal = refusalToSet('create');
    if (refusal) return refusal;
  }
  if (input.assigneeIds) {
    const before = (await listIssueAssignees(ctx.db, [found.row.id])).map((each) => each.userId);
    const refusal = refusalToSet('metadata');
    if (refusal && !concernsOnlySelf(ctx, input.assigneeIds, before)) return refusal;
  }
  return input.title === undefined && input.description === undefined && input.isDiscussionLocked !== undefined
    ? null
    : canUpdateIssue(actor, found);
}

function isStale(row: IssueRow, input: Prepared): boolean {
  if (input.expectedDescription !== undefined && input.expectedDescription !== row.description) return true;
  if (input.lastKnownVersion === undefined || (input.title === undefined && input.description === undefined)) {
    return false;
  }
  const isSame = (input.title ?? row.title) === row.title && (input.description ?? row.description) === row.description;
  return !isSame && issueTextVersion(row) !== input.lastKnownVersion;
}

/** Changes only when title or description do. */
export function issueTextVersion(row: Pick<IssueRow, 'last_edited_at' | 'created_at'>): string {
  return (row.last_edited_at ?? row.created_at).toISOString();
}

async function columnsOf(ctx: Context, found: IssueAccess, input: Prepared): Promise<IssueChange> {
  const { row, access } = found;
  const change: IssueChange = {};
  const title = input.title?.trim() ?? row.title;
  if (title !== row.title) change.title = title;
  if (input.description !== undefined && input.html && input.description !== row.description) {
    const { html, version } = input.html;
    const description = input.description.replaceAll('\0', '');
    Object.assign(change, { description, description_html: html, description_html_version: version });
  }
  if ('title' in change || 'description' in change) {
    Object.assign(change, { last_edited_at: ctx.clock.now(), last_edited_by_id: actorId(ctx.actor) ?? null });
  }
  const fields = {
    start_date: input.startDate,
    due_date: input.dueDate,
    weight: input.weight,
    issue_type: input.type,
    is_confidential: input.isConfidential,
    is_discussion_locked: input.isDiscussionLocked,
    milestone_id: input.milestoneId === undefined ? undefined : await resolveMilestone(ctx, access, input.milestoneId),
  };
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== row[name as keyof typeof fields]) Object.assign(change, { [name]: value });
  }
  const { start_date: startDate, due_date: dueDate } = { ...row, ...change };
  checkDates({ startDate, dueDate });
  return change;
}
