import type { MergeRequestFormData } from '@tributary/contract/merge-requests/page.ts';

export type MergeRequestFormBody = {
  title: string;
  description: string;
  assignee_ids: number[];
  reviewer_ids: number[];
  labels: string[];
  milestone_id: number;
  remove_source_branch: boolean;
  squash: boolean;
  allow_collaboration?: boolean;
  /** ISO 8601; empty for any time. */
  merge_after?: string;
  blocking_merge_request_references: string[];
  remove_hidden_blocking_merge_requests?: true;
};

/** What differs from the form as it was begun: what others set meanwhile is not undone by it. */
export function changesOf(before: MergeRequestFormData, body: MergeRequestFormBody): object {
  const ids = (list: readonly { id: number }[]) => list.map((each) => each.id);
  const changed: Record<string, unknown> = {
    ...listChange('assignee_ids', ids(before.assignees), body.assignee_ids),
    ...listChange('reviewer_ids', ids(before.reviewers), body.reviewer_ids),
    ...listChange(
      'labels',
      before.labels.map((each) => each.name),
      body.labels,
    ),
    ...listChange(
      'blocking_merge_request_references',
      before.dependencies.references,
      body.blocking_merge_request_references,
    ),
    ...(body.remove_hidden_blocking_merge_requests && { remove_hidden_blocking_merge_requests: true }),
  };
  const was = {
    title: before.title,
    description: before.description,
    milestone_id: before.milestone?.id ?? 0,
    remove_source_branch: before.removeSourceBranch,
    squash: before.squash.value,
    allow_collaboration: before.allowCollaboration,
    merge_after: before.mergeAfter ?? '',
  };
  for (const [name, value] of Object.entries(was)) {
    const wanted = body[name as keyof typeof was];
    if (wanted !== undefined && wanted !== value) changed[name] = wanted;
  }
  return changed;
}

/** As `add_…` and `remove_…`. */
function listChange<T>(name: string, before: readonly T[], after: readonly T[]): Record<string, T[]> {
  const added = after.filter((each) => !before.includes(each));
  const removed = before.filter((each) => !after.includes(each));
  return {
    ...(added.length > 0 && { [`add_${name}`]: added }),
    ...(removed.length > 0 && { [`remove_${name}`]: removed }),
  };
}
