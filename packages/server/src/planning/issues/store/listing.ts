import type { IssueType } from '@tributary/contract/planning/issue-inputs.ts';
import type { RawBuilder } from 'kysely';
import { type Db, sql, type Tx } from '../../../platform/db/database.ts';
import { featureIsReadable, type ListViewer, roleOf } from '../../../projects/index.ts';
import type { Matcher } from '../../rules/matchers.ts';
import {
  issuableListing,
  type IssuableFacets,
  type IssuableFilter,
  type IssuableOrder,
  type Viewer,
} from '../../shared/listing-store.ts';
import type { IssueState } from '../../tables.ts';
import type { IssueRow } from './issues.ts';

type Condition = RawBuilder<unknown>;

export type IssueFacets = IssuableFacets & {
  /** Milestones that begin later, or run now. */
  milestonePhase?: 'upcoming' | 'started' | undefined;
  weight?: Matcher<number> | undefined;
};

export type DueFilter = 'none' | 'any' | 'overdue' | { from: string; to: string };

export type IssueFilter = IssuableFilter<IssueState, IssueFacets> & {
  closedById?: number | undefined;
  type?: IssueType | undefined;
  isConfidential?: boolean | undefined;
  due?: DueFilter | undefined;
  notDue?: DueFilter | undefined;
};

type OwnOrder = 'due_date' | 'weight' | 'relative_position';
export type IssueOrder = IssuableOrder<OwnOrder>;

const listing = issuableListing<IssueRow, IssueState, IssueFacets, IssueFilter, OwnOrder>({
  rows: 'issues',
  alias: 'i',
  type: 'Issue',
  key: 'issue_id',
  project: 'i.project_id',
  assignees: 'issue_assignees',
  labels: 'issue_labels',
  orders: { due_date: 'i.due_date', weight: 'i.weight', relative_position: 'i.relative_position' },
  isReadableInside,
  ownConditions,
  ownFacets: ({ today }, { milestonePhase, weight }) => [
    ...(milestonePhase ? [phaseCondition(milestonePhase, today)] : []),
    ...(weight ? [weightCondition(weight)] : []),
  ],
});

export const {
  listRows: listIssueRows,
  countRows: countIssueRows,
  countByState: countIssuesByState,
  countByProject: countIssuesByProject,
  countByMilestone: countIssuesByMilestone,
  isReadable: issueIsReadable,
} = listing;

export async function countIssuesByLabel(
  db: Db | Tx,
  viewer: Viewer,
  filter: IssueFilter,
  labelIds: readonly number[],
): Promise<Map<number, { opened: number; closed: number }>> {
  if (labelIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; opened: number; closed: number }>`
    select x.label_id as id, count(*) filter (where i.state = 'opened')::int as opened,
           count(*) filter (where i.state = 'closed')::int as closed
    from issues i join projects p on p.id = i.project_id join issue_labels x on x.issue_id = i.id
    where x.label_id = any(${[...labelIds]}::bigint[]) and ${listing.conditions(viewer, filter)} group by 1`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, { opened: row.opened, closed: row.closed }]));
}

/** How many open issues wait for each of these. */
export async function countIssuesByBlocker(
  db: Db | Tx,
  viewer: Viewer,
  blockerIds: readonly number[],
): Promise<Map<number, number>> {
  if (blockerIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; count: number }>`
    select l.source_id as id, count(*)::int as count
    from issue_links l join issues i on i.id = l.target_id join projects p on p.id = i.project_id
    where l.source_id = any(${[...blockerIds]}::bigint[]) and l.link_type = 'blocks'
      and ${listing.conditions(viewer, { states: ['opened'] })} group by 1`.execute(db);
  return new Map(rows.map((row) => [row.id, row.count]));
}

/** The rule of `read_issue`, with that of confidential issues, for projects `p` that the actor may see. */
function isReadableInside(viewer: ListViewer): RawBuilder<boolean> {
  const { actor } = viewer;
  const feature = featureIsReadable(viewer, 'issues', 10);
  if (actor.kind === 'system' || (actor.kind === 'user' && actor.isAdmin)) return feature;
  if (actor.kind === 'anonymous') return sql<boolean>`${feature} and not i.is_confidential`;
  return sql<boolean>`${feature}
    and (not i.is_confidential or i.author_id = ${actor.id}
      or exists (select 1 from issue_assignees a where a.issue_id = i.id and a.user_id = ${actor.id})
      or ${roleOf(actor.id, viewer, 20)})`;
}

function ownConditions({ today }: Viewer, filter: IssueFilter): Condition[] {
  const all: Condition[] = [];
  if (filter.closedById !== undefined) all.push(sql`i.closed_by_id = ${filter.closedById}`);
  if (filter.type) all.push(sql`i.issue_type = ${filter.type}`);
  if (filter.isConfidential !== undefined) all.push(sql`i.is_confidential = ${filter.isConfidential}`);
  if (filter.due) all.push(dueCondition(filter.due, today));
  if (filter.notDue) all.push(sql`not coalesce(${dueCondition(filter.notDue, today)}, false)`);
  return all;
}

function dueCondition(due: DueFilter, today: string): Condition {
  if (due === 'none') return sql`i.due_date is null`;
  if (due === 'any') return sql`i.due_date is not null`;
  if (due === 'overdue') return sql`i.due_date < ${today}::date`;
  return sql`i.due_date between ${due.from}::date and ${due.to}::date`;
}

function phaseCondition(phase: 'upcoming' | 'started', today: string): Condition {
  const running =
    phase === 'upcoming'
      ? sql`ms.start_date > ${today}::date`
      : sql`ms.start_date <= ${today}::date and (ms.due_date is null or ms.due_date >= ${today}::date)`;
  return sql`exists (select 1 from milestones ms where ms.id = i.milestone_id and ms.state = 'active' and ${running})`;
}

function weightCondition(matcher: Matcher<number>): Condition {
  if (matcher === 'any') return sql`i.weight is not null`;
  if (matcher === 'none') return sql`i.weight is null`;
  return sql`i.weight = any(${[...matcher]}::int[])`;
}
