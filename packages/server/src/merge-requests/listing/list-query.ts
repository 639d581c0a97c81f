import {
  MERGE_REQUEST_SORTS,
  type MergeRequestSort,
  type MergeRequestTabState,
} from '@tributary/contract/merge-requests/page.ts';
import { type ListAddress, readListAddress } from '../../planning/index.ts';

/** What the address of a list page says. */
export type ListQuery = ListAddress<MergeRequestTabState> & { sort: MergeRequestSort };

const STATES = ['opened', 'merged', 'closed', 'all'] as const;

/** Names of filters, with those other front ends use. */
const PARAMS = [
  'author_username',
  'assignee_username',
  'reviewer_username',
  'label_name[]',
  'milestone_title',
  'draft',
  'source_branch',
  'target_branch',
  'my_reaction_emoji',
] as const;

export function readListQuery(query: URLSearchParams): ListQuery {
  const address = readListAddress(query, { states: STATES, params: PARAMS });
  const asked = MERGE_REQUEST_SORTS.find((each) => each === query.get('sort'));
  return { ...address, sort: asked ?? (address.state === 'merged' ? 'merged_at_desc' : 'created_date') };
}

const ORDERS = {
  created_date: ['created_at', 'desc'],
  created_asc: ['created_at', 'asc'],
  updated_desc: ['updated_at', 'desc'],
  updated_asc: ['updated_at', 'asc'],
  title_asc: ['title', 'asc'],
  title_desc: ['title', 'desc'],
  merged_at_desc: ['merged_at', 'desc'],
  popularity: ['popularity', 'desc'],
} as const;

export function orderOf(sort: MergeRequestSort) {
  const [by, direction] = ORDERS[sort];
  return { by, direction };
}
