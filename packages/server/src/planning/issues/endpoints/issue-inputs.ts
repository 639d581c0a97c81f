import type { CreateIssueInput, UpdateIssueInput } from '@tributary/contract/planning/issue-inputs.ts';
import type { Context } from '../../../platform/context.ts';
import { usersInputOf } from '../../shared/users-input.ts';
import { type LabelsInput, milestoneIdOf } from '../../shared/resolve-inputs.ts';

type Writable = Omit<CreateIssueInput & UpdateIssueInput, 'title' | 'created_at' | 'updated_at'>;

const orNull = <T>(value: T | '' | null | undefined): T | null | undefined => (value === '' ? null : value);

/** What both creating and changing may say, in the words of the operations. */
export async function issueInputOf(ctx: Context, projectId: number, input: Writable) {
  return {
    description: input.description === null ? '' : input.description,
    labels: labelsOf(input),
    milestoneId: await milestoneOf(ctx, projectId, input),
    startDate: orNull(input.start_date),
    dueDate: orNull(input.due_date),
    weight: orNull(input.weight),
    type: input.issue_type,
    isConfidential: input.confidential,
    isDiscussionLocked: input.discussion_locked ?? undefined,
  };
}

/** The users for one that is there already. */
export function changedAssigneesOf(input: Writable) {
  return { assigneeIds: usersInputOf(assigneesOf(input), input.add_assignee_ids, input.remove_assignee_ids) };
}

/** The users for a new one. */
export function firstAssigneesOf(input: Writable) {
  return { assigneeIds: assigneesOf(input) ?? input.add_assignee_ids };
}

/** A milestone by its title; its number, when that is said too, counts. */
async function milestoneOf(ctx: Context, projectId: number, input: Writable): Promise<number | null | undefined> {
  if (input.milestone_id !== undefined) return orNull(input.milestone_id);
  return input.milestone === undefined ? undefined : milestoneIdOf(ctx, projectId, input.milestone);
}

function assigneesOf(input: Writable): number[] | undefined {
  if (input.assignee_ids) return input.assignee_ids;
  if (input.assignee_id === undefined) return undefined;
  return typeof input.assignee_id === 'number' && input.assignee_id > 0 ? [input.assignee_id] : [];
}

function labelsOf(input: Writable): LabelsInput | undefined {
  const { labels: set, add_labels: add, remove_labels: remove } = input;
  if (!set && !add && !remove) return undefined;
  return { ...(set && { set }), ...(add && { add }), ...(remove && { remove }) };
}
