import { fail } from '@tributary/contract/errors/app-error.ts';
import type { GraphqlBuilder } from '../../../../endpoints/graphql/builder.ts';
import { type Connection, pagedConnection } from '../../../../endpoints/graphql/connection.ts';
import type { Context } from '../../../../platform/context.ts';
import { sortsOf } from '../../../shared/graphql-sorts.ts';
import { issueFilterOfInput } from '../../reads/filter-of-input.ts';
import type { IssueView } from '../../reads/issue-views.ts';
import { type IssueFilter, countIssueTabs, listIssues } from '../../reads/list-issues.ts';

const SORTS = sortsOf({
  CREATED: 'created_at',
  UPDATED: 'updated_at',
  TITLE: 'title',
  DUE_DATE: 'due_date',
  WEIGHT: 'weight',
  RELATIVE_POSITION: 'relative_position',
  POPULARITY: 'popularity',
  MILESTONE_DUE: 'milestone_due',
  LABEL_PRIORITY: 'label_priority',
  PRIORITY: 'label_priority',
} as const);

type IssueSort = (typeof SORTS.values)[number];

type Given<T> = T | null | undefined;
type Facets = {
  iids?: Given<string[]>;
  labelName?: Given<string[]>;
  milestoneTitle?: Given<string>;
  assigneeUsernames?: Given<string[]>;
  authorUsername?: Given<string>;
  myReactionEmoji?: Given<string>;
  weight?: Given<string>;
};
export type IssueArguments = Facets & {
  first?: Given<number>;
  after?: Given<string>;
  iid?: Given<string>;
  assigneeUsername?: Given<string>;
  confidential?: Given<boolean>;
  createdAfter?: Given<Date>;
  createdBefore?: Given<Date>;
  updatedAfter?: Given<Date>;
  updatedBefore?: Given<Date>;
  search?: Given<string>;
  state?: Given<'opened' | 'closed' | 'locked' | 'all'>;
  sort?: Given<IssueSort>;
  not?: Given<Facets>;
};

function numberOf(text: string, name: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : fail('bad_parameter', { name });
}

function weightOf(text: string): number | 'any' | 'none' {
  const word = text.toLowerCase();
  return word === 'any' || word === 'none' ? word : numberOf(text, 'weight');
}

function facetsOf({ milestoneTitle, ...given }: Facets) {
  return {
    iids: given.iids?.map((iid) => numberOf(iid, 'iids')),
    labels: given.labelName ?? undefined,
    milestone: milestoneTitle ?? undefined,
    assignee_username: given.assigneeUsernames ?? undefined,
    my_reaction_emoji: given.myReactionEmoji ?? undefined,
  };
}

function negated({ authorUsername, weight, ...given }: Facets) {
  return {
    ...facetsOf(given),
    author_username: authorUsername == null ? undefined : [authorUsername],
    weight: weight == null ? undefined : numberOf(weight, 'weight'),
  };
}

/** By the filters of the REST endpoint. */
async function filterOf(
  ctx: Context,
  place: IssueFilter,
  { state, iid, assigneeUsername, not, ...given }: Omit<IssueArguments, 'first' | 'after' | 'sort'>,
): Promise<IssueFilter> {
  const filter = await issueFilterOfInput(ctx, {
    ...facetsOf(given),
    ...(iid != null && { iids: [numberOf(iid, 'iid')] }),
    ...(assigneeUsername != null && { assignee_username: [assigneeUsername] }),
    author_username: given.authorUsername ?? undefined,
    weight: given.weight == null ? undefined : weightOf(given.weight),
    confidential: given.confidential ?? undefined,
    created_after: given.createdAfter ?? undefined,
    created_before: given.createdBefore ?? undefined,
    updated_after: given.updatedAfter ?? undefined,
    updated_before: given.updatedBefore ?? undefined,
    search: given.search ?? undefined,
    not: not ? negated(not) : undefined,
  });
  const states = state === 'opened' || state === 'closed' ? [state] : undefined;
  return { ...filter, states, ...place };
}

/** The list of a place as the arguments ask for it. */
export async function listedIssues(
  ctx: Context,
  place: IssueFilter,
  { first, after, sort, ...given }: IssueArguments,
): Promise<Connection<IssueView>> {
  const filter = await filterOf(ctx, place, given);
  const order = SORTS.orderOf(sort ?? 'CREATED_DESC');
  return pagedConnection({ first, after }, (request) => listIssues(ctx, filter, { ...request, order }));
}

/** How many such there are, by their state. */
export async function countedIssues(ctx: Context, place: IssueFilter, given: IssueArguments) {
  return countIssueTabs(ctx, await filterOf(ctx, place, given));
}

/** Makes what lists of issues are asked with, the same below a project and a group. */
export function issueArguments(builder: GraphqlBuilder) {
  const state = builder.enumType('IssuableState', { values: ['opened', 'closed', 'locked', 'all'] as const });
  const sort = builder.enumType('IssueSort', { values: SORTS.values });
  const not = builder.inputType('NegatedIssueFilterInput', {
    fields: (t) => ({
      iids: t.stringList(),
      labelName: t.stringList(),
      milestoneTitle: t.string(),
      assigneeUsernames: t.stringList(),
      authorUsername: t.string(),
      myReactionEmoji: t.string(),
      weight: t.string(),
    }),
  });
  const args = builder.args((t) => ({
    iid: t.string(),
    iids: t.stringList(),
    state: t.field({ type: state }),
    labelName: t.stringList(),
    milestoneTitle: t.string(),
    assigneeUsernames: t.stringList(),
    assigneeUsername: t.string(),
    authorUsername: t.string(),
    confidential: t.boolean(),
    createdAfter: t.field({ type: 'Time' }),
    createdBefore: t.field({ type: 'Time' }),
    updatedAfter: t.field({ type: 'Time' }),
    updatedBefore: t.field({ type: 'Time' }),
    myReactionEmoji: t.string(),
    weight: t.string({ description: 'A number, `any` or `none`.' }),
    search: t.string(),
    not: t.field({ type: not }),
    sort: t.field({ type: sort }),
    first: t.int(),
    after: t.string(),
  }));
  return { state, args };
}
