import type { ListFilterToken } from '@tributary/contract/planning/page.ts';

/** What the addresses of all lists of issues and merge requests say alike. */
export type ListAddress<State extends string> = {
  state: State;
  search: string;
  page: number;
  tokens: ListFilterToken[];
};

const MAX_TOKENS = 40;
const MAX_LENGTH = 500;
const MAX_PAGE = 10_000;

/** What it does not know or cannot read is left out: an address of yesterday still opens the list. */
export function readListAddress<State extends string>(
  query: URLSearchParams,
  known: { states: readonly [State, ...State[]]; params: readonly string[] },
): ListAddress<State> {
  return {
    state: known.states.find((each) => each === query.get('state')) ?? known.states[0],
    search: (query.get('search') ?? '').slice(0, MAX_LENGTH),
    page: Math.min(Math.max(1, Math.trunc(Number(query.get('page') ?? 1)) || 1), MAX_PAGE),
    tokens: readTokens(query, known.params),
  };
}

function readTokens(query: URLSearchParams, params: readonly string[]): ListFilterToken[] {
  const tokens: ListFilterToken[] = [];
  for (const [name, value] of query) {
    const negated = /^not\[([\w]+)\](\[\])?$/.exec(name);
    const bare = negated ? `${negated[1]}${negated[2] ?? ''}` : name;
    const param = params.find((each) => each === bare || each === `${bare}[]`);
    if (param === undefined || value === '' || value.length > MAX_LENGTH || tokens.length === MAX_TOKENS) continue;
    tokens.push({ param, value, isNegated: negated !== null });
  }
  return tokens;
}
