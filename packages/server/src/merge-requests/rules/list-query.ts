import {
  type FilterToken,
  MERGE_REQUEST_SORTS,
  type MergeRequestSort,
  type MergeRequestTabState,
} from '@tributary/contract/merge-requests/page.ts';

/** What the address of a list page says. */
export type ListQuery = {
  state: MergeRequestTabState;
  search: string;
  sort: MergeRequestSort;
  page: number;
  tokens: FilterToken[];
};

const STATES: readonly MergeRequestTabState[] = ['opened', 'merged', 'closed', 'all'];

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
] as const;
const MAX_TOKENS = 40;

export function readListQuery(query: URLSearchParams): ListQuery {
  const state = STATES.find((each) => each === query.get('state')) ?? 'opened';
  const asked = MERGE_REQUEST_SORTS.find((each) => each === query.get('sort'));
  return {
    state,
    search: (query.get('search') ?? '').slice(0, 500),
    sort: asked ?? (state === 'merged' ? 'merged_at_desc' : 'created_date'),
    page: Math.min(Math.max(1, Math.trunc(Number(query.get('page') ?? 1)) || 1), 10_000),
    tokens: readTokens(query),
  };
}

function readTokens(query: URLSearchParams): FilterToken[] {
  const tokens: FilterToken[] = [];
  for (const [name, value] of query) {
    const negated = /^not\[([\w]+)\](\[\])?$/.exec(name);
    const bare = negated ? `${negated[1]}${negated[2] ?? ''}` : name;
    const param = PARAMS.find((each) => each === bare || each === `${bare}[]`);
    if (!param || value === '' || value.length > 500 || tokens.length === MAX_TOKENS) continue;
    tokens.push({ param, value, isNegated: negated !== null });
  }
  return tokens;
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
