import { ISSUE_TYPES, type IssueType, type ListIssuesInput } from '@tributary/contract/planning/issue-inputs.ts';
import type { Context } from '../../../platform/context.ts';
import { todayOf } from '../../../projects/index.ts';
import { idMatcher, type Matcher, milestoneMatcher } from '../../rules/matchers.ts';
import {
  commonFacets,
  commonFilter,
  negatedFacets,
  scopeFilter,
  searchOf,
  withoutUndefined,
} from '../../shared/list-input.ts';
import { dueRange } from '../rules/due-range.ts';
import type { IssueFacets, IssueFilter, IssueOrder } from '../store/listing.ts';

type Input = Partial<Omit<ListIssuesInput, 'page' | 'per_page' | 'order_by' | 'sort'>>;

/** The filter behind the parameters of a list, names of users looked up. */
export async function issueFilterOfInput(ctx: Context, input: Input): Promise<IssueFilter> {
  return {
    ...scopeFilter(ctx, input.scope),
    ...(await facetsOf(ctx, input)),
    ...commonFilter(input),
    ids: asksForMissing(input) ? [] : undefined,
    closedById: input.closed_by_id,
    type: input.issue_type !== undefined && isIssueType(input.issue_type) ? input.issue_type : undefined,
    isConfidential: input.confidential,
    due: input.due_date === undefined || input.due_date === '' ? undefined : dueRange(input.due_date, todayOf(ctx)),
    not: input.not && (await negatedFacetsOf(ctx, input.not)),
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
  return withoutUndefined({
    ...(await commonFacets(ctx, input)),
    ...(input.milestone === undefined && milestoneWord(input.milestone_id)),
    weight: weightMatcher(input.weight),
  });
}

async function negatedFacetsOf(ctx: Context, not: NonNullable<Input['not']>): Promise<IssueFacets> {
  return withoutUndefined({
    ...(await negatedFacets(ctx, not)),
    ...(not.milestone === undefined ? milestoneWord(not.milestone_id) : { milestone: milestoneMatcher(not.milestone) }),
    weight: not.weight === undefined ? undefined : [not.weight],
    iids: not.iids,
    search: searchOf(not.search, not.in),
  });
}

function milestoneWord(word: Input['milestone_id']): IssueFacets {
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
