import { type LabelsInput, usersInputOf } from '../../planning/index.ts';
import type { CreateMergeRequestInput, UpdateMergeRequestInput } from '@tributary/contract/merge-requests/inputs.ts';
import type { DependencyInput } from '../dependencies/operations/change-dependencies.ts';

type Writable = Omit<CreateMergeRequestInput | UpdateMergeRequestInput, 'title' | 'target_branch' | 'source_branch'>;

/** What both creating and changing may say, in the words of the operations. */
export function inputOf(input: Writable) {
  return {
    description: input.description === null ? '' : input.description,
    isDraft: input.draft,
    labels: labelsOf(input),
    milestoneId: input.milestone_id === '' ? null : input.milestone_id,
    removeSourceBranch: input.remove_source_branch,
    squash: input.squash,
    allowCollaboration: input.allow_collaboration ?? input.allow_maintainer_to_push,
    dependencies: dependenciesOf(input),
    mergeAfter: input.merge_after,
  };
}

/** The users for one that is there already. */
export function usersForUpdate(input: Writable) {
  return {
    assigneeIds: usersInputOf(assigneesOf(input), input.add_assignee_ids, input.remove_assignee_ids),
    reviewerIds: usersInputOf(input.reviewer_ids, input.add_reviewer_ids, input.remove_reviewer_ids),
  };
}

/** The users for a new one. */
export function usersForCreate(input: Writable) {
  return {
    assigneeIds: assigneesOf(input) ?? input.add_assignee_ids,
    reviewerIds: input.reviewer_ids ?? input.add_reviewer_ids,
  };
}

function assigneesOf(input: Writable): number[] | undefined {
  if (input.assignee_ids) return input.assignee_ids;
  if (input.assignee_id === undefined) return undefined;
  return typeof input.assignee_id === 'number' && input.assignee_id > 0 ? [input.assignee_id] : [];
}

function dependenciesOf(input: Writable): DependencyInput | undefined {
  const wish = {
    set: input.blocking_merge_request_references,
    add: input.add_blocking_merge_request_references,
    remove: input.remove_blocking_merge_request_references,
    removesHidden: input.remove_hidden_blocking_merge_requests,
  };
  return Object.values(wish).some((value) => value !== undefined) ? wish : undefined;
}

function labelsOf(input: Writable): LabelsInput | undefined {
  const { labels: set, add_labels: add, remove_labels: remove } = input;
  if (!set && !add && !remove) return undefined;
  return { ...(set && { set }), ...(add && { add }), ...(remove && { remove }) };
}
