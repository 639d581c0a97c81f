import {
  ISSUE_SORTS,
  type IssueFilterToken,
  type IssueSort,
  type IssueTabState,
} from '@tributary/contract/planning/issue-page.ts';

/** What the address of a list page says. */
export type IssueListQuery = {
  state: IssueTabState;
  search: string;
  sort: IssueSort;
  page: number;
  tokens: IssueFilterToken[];
};

const STATES: readonly IssueTabState[] = ['opened', 'closed', 'all'];

/** Names of filters, with those other front ends use. */
const PARAMS = [
  'author_username',
  'assignee_username',
  'label_name[]',
  'milestone_title',
  'confidential',
  'weight',
] as const;
const MAX_TOKENS = 40;

export function readIssueQuery(query: URLSearchParams): IssueListQuery {
  return {
    state: STATES.find((each) => each === query.get('state')) ?? 'opened',
    search: (query.get('search') ?? '').slice(0, 500),
    sort: ISSUE_SORTS.find((each) => each === query.get('sort')) ?? 'created_date',
    page: Math.min(Math.max(1, Math.trunc(Number(query.get('page') ?? 1)) || 1), 10_000),
    tokens: readTokens(query),
  };
}

function readTokens(query: URLSearchParams): IssueFilterToken[] {
  const tokens: IssueFilterToken[] = [];
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
  due_date: ['due_date', 'asc'],
  title_asc: ['title', 'asc'],
  title_desc: ['title', 'desc'],
  weight: ['weight', 'desc'],
  label_priority: ['label_priority', 'asc'],
  popularity: ['popularity', 'desc'],
} as const;

export function orderOfSort(sort: IssueSort) {
  const [by, direction] = ORDERS[sort];
  return { by, direction };
}
