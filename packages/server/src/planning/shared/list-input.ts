import { fail } from '@tributary/contract/errors/app-error.ts';
import type { ListFilterToken } from '@tributary/contract/planning/page.ts';
import { listUsersByNames } from '../../accounts/index.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { idMatcher, labelMatcher, type Matcher, milestoneMatcher, wordMatcher } from '../rules/matchers.ts';
import type { IssuableFacets } from './listing-store.ts';
import { reactionMatcher } from './reactions-store.ts';

/** The parameters that lists of all issuables take over REST. */
type CommonInput<State extends string> = {
  state?: State | 'all' | undefined;
  author_id?: number | undefined;
  author_username?: string | undefined;
  assignee_id?: number | string | undefined;
  assignee_username?: readonly string[] | undefined;
  labels?: readonly string[] | undefined;
  milestone?: string | undefined;
  iids?: readonly number[] | undefined;
  search?: string | undefined;
  in?: string | undefined;
  my_reaction_emoji?: string | undefined;
  created_after?: Date | undefined;
  created_before?: Date | undefined;
  updated_after?: Date | undefined;
  updated_before?: Date | undefined;
  non_archived?: boolean | undefined;
};

type NegatedInput = {
  author_id?: number | undefined;
  author_username?: readonly string[] | undefined;
  assignee_id?: number | undefined;
  assignee_username?: readonly string[] | undefined;
  labels?: readonly string[] | undefined;
  my_reaction_emoji?: string | undefined;
};

/** Nobody has this id: a filter for an unknown name finds nothing instead of everything. */
export const NOBODY = -1;

export async function idsByName(ctx: Context, names: readonly string[] | undefined): Promise<number[] | undefined> {
  if (names === undefined) return undefined;
  const ids = (await listUsersByNames(ctx, names)).map((user) => user.id);
  return ids.length === 0 ? [NOBODY] : ids;
}

/** Users by id, or else by name. */
export async function userIdsOf(
  ctx: Context,
  id: number | undefined,
  names: readonly string[] | undefined,
): Promise<number[] | undefined> {
  return id === undefined ? idsByName(ctx, names) : [id];
}

export const listOf = <T>(value: T | undefined): T[] | undefined => (value === undefined ? undefined : [value]);

/** What the scope says is overruled by nothing that was asked for itself. */
export function withoutUndefined<T extends object>(facets: T): Partial<T> {
  return Object.fromEntries(Object.entries(facets).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** What a scope narrows a list to; nothing for that of all. */
export function scopeFilter(
  ctx: Context,
  scope: string | undefined,
): { authorIds?: number[]; assigneeIds?: number[]; reviewerIds?: number[] } {
  const word = scope?.replaceAll('-', '_');
  if (word === undefined || word === 'all') return {};
  const self = actorId(ctx.actor) ?? fail('unauthenticated');
  if (word === 'created_by_me') return { authorIds: [self] };
  return word === 'assigned_to_me' ? { assigneeIds: [self] } : { reviewerIds: [self] };
}

/** The default is one's own work; only "all" makes sense without being signed in. */
export function ownByDefault<T extends { scope?: string | undefined }>(
  ctx: Context,
  input: T,
): T & { scope: NonNullable<T['scope']> | 'created_by_me' } {
  const scope = input.scope ?? 'created_by_me';
  if (ctx.actor.kind === 'anonymous' && scope !== 'all') fail('unauthenticated');
  return { ...input, scope };
}

export function searchOf(text: string | undefined, places: string | undefined): IssuableFacets['search'] {
  if (text === undefined || text.trim() === '') return undefined;
  const wanted = (places ?? 'title,description').split(',');
  return { text, inTitle: wanted.includes('title'), inDescription: wanted.includes('description') };
}

export const reactionsOf = (word: string | undefined): Matcher<string> | undefined =>
  word === undefined ? undefined : reactionMatcher(word);

/** The part of a filter that no opposite exists of. */
export function commonFilter<State extends string>(input: CommonInput<State>) {
  return {
    states: input.state === undefined || input.state === 'all' ? undefined : [input.state],
    createdAfter: input.created_after,
    createdBefore: input.created_before,
    updatedAfter: input.updated_after,
    updatedBefore: input.updated_before,
    isArchived: input.non_archived === true ? false : undefined,
  };
}

export async function commonFacets(ctx: Context, input: CommonInput<string>): Promise<IssuableFacets> {
  const assignees = await idsByName(ctx, input.assignee_username);
  return {
    authorIds: await userIdsOf(ctx, input.author_id, listOf(input.author_username)),
    assigneeIds: idMatcher(input.assignee_id) ?? assignees,
    labels: input.labels && labelMatcher(input.labels),
    milestone: input.milestone === undefined ? undefined : milestoneMatcher(input.milestone),
    iids: input.iids,
    search: searchOf(input.search, input.in),
    reactions: reactionsOf(input.my_reaction_emoji),
  };
}

export async function negatedFacets(ctx: Context, not: NegatedInput): Promise<IssuableFacets> {
  return {
    authorIds: await userIdsOf(ctx, not.author_id, not.author_username),
    assigneeIds: await userIdsOf(ctx, not.assignee_id, not.assignee_username),
    labels: not.labels,
    reactions: reactionsOf(not.my_reaction_emoji),
  };
}

export const valuesOf = (tokens: readonly ListFilterToken[], param: string): string[] =>
  tokens.filter((token) => token.param === param).map((token) => token.value);

/** What the filters in the address of a list page say: users by name, or the words for "someone" and "nobody". */
export async function facetsOfTokens(ctx: Context, tokens: readonly ListFilterToken[]): Promise<IssuableFacets> {
  const [assignees, labels, [milestone], [reaction]] = [
    valuesOf(tokens, 'assignee_username'),
    valuesOf(tokens, 'label_name[]'),
    valuesOf(tokens, 'milestone_title'),
    valuesOf(tokens, 'my_reaction_emoji'),
  ];
  return withoutUndefined({
    authorIds: await idsByName(ctx, listOf(valuesOf(tokens, 'author_username')[0])),
    assigneeIds: assignees.length === 0 ? undefined : (wordMatcher(assignees) ?? (await idsByName(ctx, assignees))),
    labels: labels.length > 0 ? labelMatcher(labels) : undefined,
    milestone: milestone === undefined ? undefined : milestoneMatcher(milestone),
    reactions: reactionsOf(reaction),
  });
}
