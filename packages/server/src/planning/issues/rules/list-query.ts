import { ISSUE_SORTS, type IssueSort, type IssueTabState } from '@tributary/contract/planning/issue-page.ts';
import { type ListAddress, readListAddress } from '../../rules/list-address.ts';

/** What the address of a list page says. */
export type IssueListQuery = ListAddress<IssueTabState> & { sort: IssueSort };

const STATES = ['opened', 'closed', 'all'] as const;

/** Names of filters, with those other front ends use. */
const PARAMS = [
  'author_username',
  'assignee_username',
  'label_name[]',
  'milestone_title',
  'confidential',
  'weight',
  'due_date',
  'my_reaction_emoji',
] as const;

export function readIssueQuery(query: URLSearchParams): IssueListQuery {
  return {
    ...readListAddress(query, { states: STATES, params: PARAMS }),
    sort: ISSUE_SORTS.find((each) => each === query.get('sort')) ?? 'created_date',
  };
}

const ORDERS = {
  created_date: ['created_at', 'desc'],
  created_asc: ['created_at', 'asc'],
  updated_desc: ['updated_at', 'desc'],
  updated_asc: ['updated_at', 'asc'],
  due_date: ['due_date', 'asc'],
  milestone_due: ['milestone_due', 'asc'],
  title_asc: ['title', 'asc'],
  title_desc: ['title', 'desc'],
  weight: ['weight', 'desc'],
  weight_asc: ['weight', 'asc'],
  label_priority: ['label_priority', 'asc'],
  popularity: ['popularity', 'desc'],
  relative_position: ['relative_position', 'asc'],
} as const;

export function orderOfSort(sort: IssueSort) {
  const [by, direction] = ORDERS[sort];
  return { by, direction };
}
