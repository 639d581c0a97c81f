import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { listUsersByIds } from '../../../accounts/index.ts';
import {
  HTML_VERSION,
  noteCounts,
  type NoteCounts,
  renderText,
  showTexts,
  textScopeOf,
} from '../../../discussions/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { ProjectAccess, ProjectRow } from '../../../projects/index.ts';
import type { LabelView } from '../../labels/reads/label-views.ts';
import type { MilestoneView } from '../../milestones/reads/milestone-views.ts';
import { timeStatsOf, type TimeStats } from '../../time-tracking/track-time.ts';
import { labelsAndMilestones } from '../../shared/labels-and-milestones.ts';
import { viewerOf } from '../../shared/viewer.ts';
import { countRelatedRequests } from '../closing-registry.ts';
import { ISSUE_NOTEABLE } from '../noteable.ts';
import { type IssueRow, noteIssueFacts } from '../store/issues.ts';
import { countIssuesByBlocker } from '../store/listing.ts';
import { listIssueAssignees, listIssueLabelIds } from '../store/participants.ts';
import { visibleIssueRows } from './visible-issue-ids.ts';

/** An issue with everything that lists and the REST endpoint show. */
export type IssueView = {
  row: IssueRow;
  project: ProjectRow;
  author: UserView | null;
  closedBy: UserView | null;
  assignees: UserView[];
  labels: LabelView[];
  milestone: MilestoneView | null;
  counts: NoteCounts;
  time: TimeStats;
  /** Open issues that wait for this one, as far as the reader may see them. */
  blockingCount: number;
  mergeRequestsCount: number;
  /** Where it went, where the reader may see that. */
  movedTo: IssueRow | null;
  /** What it was closed as a duplicate of, where the reader may see that. */
  duplicateOf: IssueRow | null;
};

const NO_NOTES: NoteCounts = { notes: 0, threads: 0, resolvedThreads: 0, upvotes: 0, downvotes: 0 };
const NO_TIME: TimeStats = { estimateSeconds: 0, spentSeconds: 0 };

/** Views of many issues with a constant number of queries. */
export async function buildIssueViews(
  ctx: Context,
  rows: readonly IssueRow[],
  projects: ReadonlyMap<number, ProjectRow>,
): Promise<IssueView[]> {
  const ids = rows.map((row) => row.id);
  const [assignees, labelIds, counts, times, blocking, requests, others] = await Promise.all([
    listIssueAssignees(ctx.db, ids),
    listIssueLabelIds(ctx.db, ids),
    noteCounts(ctx, ISSUE_NOTEABLE, ids),
    timeStatsOf(ctx, ISSUE_NOTEABLE, ids),
    countIssuesByBlocker(ctx.db, viewerOf(ctx), ids),
    countRelatedRequests(ctx, ids),
    visibleIssueRows(ctx, [
      ...new Set(rows.flatMap((row) => [row.moved_to_id, row.duplicated_to_id].filter((id) => id !== null))),
    ]),
  ]);
  const personIds = rows.flatMap((row) => [row.author_id, row.closed_by_id]).filter((id) => id !== null);
  const [users, { labels, milestones }] = await Promise.all([
    listUsersByIds(ctx, [...new Set([...personIds, ...assignees.map((each) => each.userId)])]),
    labelsAndMilestones(ctx, {
      labelIds: labelIds.map((each) => each.labelId),
      milestoneIds: rows.map((row) => row.milestone_id),
    }),
  ]);
  const people = new Map(users.map((user) => [user.id, user]));
  const other = (id: number | null) => others.find((each) => each.id === id) ?? null;
  return rows.flatMap((row) => {
    const project = projects.get(row.project_id);
    if (!project) return [];
    return {
      row,
      project,
      author: people.get(row.author_id ?? 0) ?? null,
      closedBy: people.get(row.closed_by_id ?? 0) ?? null,
      assignees: assignees.flatMap((each) => (each.issueId === row.id ? (people.get(each.userId) ?? []) : [])),
      labels: labelIds
        .flatMap((each) => (each.issueId === row.id ? (labels.get(each.labelId) ?? []) : []))
        .toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
      milestone: milestones.get(row.milestone_id ?? 0) ?? null,
      counts: counts.get(row.id) ?? NO_NOTES,
      time: times.get(row.id) ?? NO_TIME,
      blockingCount: blocking.get(row.id) ?? 0,
      mergeRequestsCount: requests.get(row.id) ?? 0,
      movedTo: other(row.moved_to_id),
      duplicateOf: other(row.duplicated_to_id),
    };
  });
}

export async function buildIssueView(ctx: Context, row: IssueRow, { project }: ProjectAccess): Promise<IssueView> {
  const [view] = await buildIssueViews(ctx, [row], new Map([[project.id, project]]));
  if (!view) throw new Error('an issue has a project');
  return view;
}

/** The description as this reader may see it; kept renderings of an older renderer are made again. */
export async function issueDescriptionHtml(ctx: Context, row: IssueRow, project: ProjectRow): Promise<string> {
  const place = { ...textScopeOf(project), pathName: 'issues' };
  let html = row.description_html;
  if (row.description_html_version !== HTML_VERSION && row.description !== '') {
    const fresh = await renderText(ctx, place, row.description);
    html = fresh.html;
    if (fresh.version === HTML_VERSION) {
      await noteIssueFacts(ctx.db, row.id, { description_html: html, description_html_version: fresh.version });
    }
  }
  const [shown] = await showTexts(ctx, place, [html]);
  return shown ?? '';
}
