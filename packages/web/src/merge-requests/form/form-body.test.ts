import type { MergeRequestFormData } from '@tributary/contract/merge-requests/page.ts';
import { expect, test } from 'vitest';
import { changesOf, type MergeRequestFormBody } from './form-body.ts';

const person = (id: number) => ({ id, username: `p${id}`, name: `P${id}`, avatarUrl: null, path: `/p${id}` });
const label = (name: string) => ({ id: 1, name, color: '#000000', textColor: '#FFFFFF', description: '' });
const before: MergeRequestFormData = {
  title: 'Tighten the bolts',
  description: 'All of them.',
  draft: false,
  assignees: [person(1), person(2)],
  reviewers: [person(3)],
  labels: [label('bug'), label('type::chore')],
  milestone: { id: 4, iid: 1, title: 'One', dueDate: null, path: '/one' },
  removeSourceBranch: true,
  squash: { value: false, isReadOnly: false, isShown: true },
  mergeAfter: null,
  dependencies: { references: ['!7'], hidden: 1 },
  can: { assign: true, label: true, setMilestone: true },
};
const body: MergeRequestFormBody = {
  title: 'Tighten the bolts',
  description: 'All of them.',
  assignee_ids: [1, 2],
  reviewer_ids: [3],
  labels: ['bug', 'type::chore'],
  milestone_id: 4,
  remove_source_branch: true,
  squash: false,
  blocking_merge_request_references: ['!7'],
};

test('what nobody touched is not sent', () => {
  expect(changesOf(before, body)).toEqual({});
});

test('lists are sent as who and what came and went, the rest as it is wanted', () => {
  const wanted = { assignee_ids: [2, 5], reviewer_ids: [], labels: ['bug', 'new'], milestone_id: 0, squash: true };
  const dependencies = {
    blocking_merge_request_references: ['other!8'],
    remove_hidden_blocking_merge_requests: true as const,
  };
  expect(changesOf(before, { ...body, ...wanted, ...dependencies, description: '' })).toEqual({
    add_blocking_merge_request_references: ['other!8'],
    remove_blocking_merge_request_references: ['!7'],
    remove_hidden_blocking_merge_requests: true,
    description: '',
    add_assignee_ids: [5],
    remove_assignee_ids: [1],
    remove_reviewer_ids: [3],
    add_labels: ['new'],
    remove_labels: ['type::chore'],
    milestone_id: 0,
    squash: true,
  });
});

test('commits from those who may merge are allowed or not only where that was asked', () => {
  expect(changesOf({ ...before, allowCollaboration: true }, { ...body, allow_collaboration: false })).toEqual({
    allow_collaboration: false,
  });
});
