import { ISSUE_TYPES, type IssueType, type ListIssuesInput } from '@tributary/contract/planning/issue-inputs.ts';
import { fail } from '@tributary/contract/errors/app-error.ts';
import { listUsersByNames } from '../../../accounts/index.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { todayOf } from '../../../projects/index.ts';
import { idMatcher, labelMatcher, type Matcher, milestoneMatcher } from '../../rules/matchers.ts';
import { reactionMatcher } from '../../shared/reactions-store.ts';
import { dueRange } from '../rules/due-range.ts';
import type { IssueFacets, IssueFilter, IssueOrder } from '../store/listing.ts';

type Input = Partial<Omit<ListIssuesInput, 'page' | 'per_page' | 'order_by' | 'sort'>>;

/** Nobody has this id: a filter for an unknown name finds nothing instead of everything. */
const NOBODY = -1;

/** The filter behind the parameters of a list, names of users looked up. */
export async function issueFilterOfInput(ctx: Context, input: Input): Promise<IssueFilter> {
  return {
    ...scopeFilter(ctx, input),
    ...(await facetsOf(ctx, input)),
    states: input.state === undefined || input.state === 'all' ? undefined : [input.state],
    ids: asksForMissing(input) ? [] : undefined,
    closedById: input.closed_by_id,
    type: input.issue_type !== undefined && isIssueType(input.issue_type) ? input.issue_type : undefined,
    isConfidential: input.confidential,
    due: input.due_date === undefined || input.due_date === '' ? undefined : dueRange(input.due_date, todayOf(ctx)),
    createdAfter: input.created_after,
    createdBefore: input.created_before,
    updatedAfter: input.updated_after,
    updatedBefore: input.updated_before,
    isArchived: input.non_archived === true ? false : undefined,
    not: input.not && (await negatedFacets(ctx, input.not)),
  };
}

const isIssueType = (type: string): type is IssueType => ISSUE_TYPES.some((each) => each === type);

/** Epics, iterations, states of health and other types of issues, of which there are none. */
function asksForMissing(input: Input): boolean {
  const asked = [input.epic_id, input.iteration_id, input.health_status].map((value) => String(value ?? 'none'));
  const isOther = input.issue_type !== undefined && !isIssueType(input.issue_type);
  return isOther || asked.some((value) => value.toLowerCase() !== 'none');
}

async function facetsOf(ctx: Context, input: Input): Promise<IssueFacets> {
  const assignees = await idsByName(ctx, input.assignee_username);
  const author = input.author_username === undefined ? undefined : [input.author_username];
  return withoutUndefined({
    authorIds: input.author_id === undefined ? await idsByName(ctx, author) : [input.author_id],
    assigneeIds: idMatcher(input.assignee_id) ?? assignees,
    labels: input.labels && labelMatcher(input.labels),
    ...milestoneFacets(input.milestone, input.milestone_id),
    weight: weightMatcher(input.weight),
    iids: input.iids,
    search: searchOf(input.search, input.in),
    reactions: reactionsOf(input.my_reaction_emoji),
  });
}

async function negatedFacets(ctx: Context, not: NonNullable<Input['not']>): Promise<IssueFacets> {
  const ids = async (id: number | undefined, names: string[] | undefined) =>
    id === undefined ? await idsByName(ctx, names) : [id];
  return withoutUndefined({
    authorIds: await ids(not.author_id, not.author_username),
    assigneeIds: await ids(not.assignee_id, not.assignee_username),
    labels: not.labels,
    ...milestoneFacets(not.milestone, not.milestone_id),
    weight: not.weight === undefined ? undefined : [not.weight],
    iids: not.iids,
    search: searchOf(not.search, undefined),
    reactions: reactionsOf(not.my_reaction_emoji),
  });
}

function reactionsOf(word: string | undefined): Matcher<string> | undefined {
  return word === undefined ? undefined : reactionMatcher(word);
}

function milestoneFacets(title: string | undefined, word: Input['milestone_id']): IssueFacets {
  if (title !== undefined) return { milestone: milestoneMatcher(title) };
  if (word === undefined) return {};
  if (word === 'Upcoming' || word === 'Started') {
    return { milestonePhase: word === 'Upcoming' ? 'upcoming' : 'started' };
  }
  return { milestone: word === 'Any' ? 'any' : 'none' };
}

/** Zero is a weight, not the lack of one. */
function weightMatcher(weight: Input['weight']): Matcher<number> | undefined {
  return typeof weight === 'number' ? [weight] : idMatcher(weight);
}

/** What the scope says is overruled by nothing that was asked for itself. */
function withoutUndefined(facets: IssueFacets): IssueFacets {
  return Object.fromEntries(Object.entries(facets).filter(([, value]) => value !== undefined));
}

function scopeFilter(ctx: Context, input: Input): IssueFilter {
  const scope = input.scope?.replaceAll('-', '_');
  if (scope === undefined || scope === 'all') return {};
  const self = actorId(ctx.actor) ?? fail('unauthenticated');
  return scope === 'created_by_me' ? { authorIds: [self] } : { assigneeIds: [self] };
}

function searchOf(text: string | undefined, places: string | undefined): IssueFacets['search'] {
  if (text === undefined || text.trim() === '') return undefined;
  const wanted = (places ?? 'title,description').split(',');
  return { text, inTitle: wanted.includes('title'), inDescription: wanted.includes('description') };
}

async function idsByName(ctx: Context, names: readonly string[] | undefined): Promise<number[] | undefined> {
  if (names === undefined) return undefined;
  const ids = (await listUsersByNames(ctx, names)).map((user) => user.id);
  return ids.length === 0 ? [NOBODY] : ids;
}

const ORDERS: Record<ListIssuesInput['order_by'], IssueOrder['by']> = {
  created_at: 'created_at',
  updated_at: 'updated_at',
  title: 'title',
  due_date: 'due_date',
  weight: 'weight',
  relative_position: 'relative_position',
  popularity: 'popularity',
  milestone_due: 'milestone_due',
  label_priority: 'label_priority',
  priority: 'label_priority',
};

export function issueOrderOf(input: Pick<ListIssuesInput, 'order_by' | 'sort'>): IssueOrder {
  return { by: ORDERS[input.order_by], direction: input.sort };
}
