import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { listUsersByIds } from '../../accounts/index.ts';
import {
  HTML_VERSION,
  noteCounts,
  type NoteCounts,
  renderText,
  showTexts,
  textScopeOf,
} from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import {
  type LabelView,
  labelsAndMilestones,
  type MilestoneView,
  type TimeStats,
  timeStatsOf,
} from '../../planning/index.ts';
import type { ProjectAccess, ProjectRow } from '../../projects/index.ts';
import { NOTEABLE_TYPE } from '../noteable.ts';
import { projectFact, targetsOf } from '../readiness/built-in-facts.ts';
import { given } from '../readiness/reads/evaluate.ts';
import { readinessOf } from '../readiness/reads/readiness-of.ts';
import type { Readiness } from '../readiness/summarize.ts';
import { type AutoMergeRow, listAutoMerges } from '../store/auto-merges.ts';
import { type MergeRequestRow, noteFacts } from '../store/merge-requests.ts';
import { listAssignees, listLabelIds, listReviewers, type ReviewerRow } from '../store/assignees-and-reviewers.ts';
import { listVersionsByIds, type VersionRow } from '../store/versions.ts';
import { assigneesOf, cachedParts, versionsOf } from './cached-parts.ts';

export type ReviewerView = { user: UserView } & Omit<ReviewerRow, 'mergeRequestId' | 'userId'>;

/** A request with everything that lists and the REST endpoint show. */
export type MergeRequestView = {
  row: MergeRequestRow;
  project: ProjectRow;
  author: UserView | null;
  mergedBy: UserView | null;
  closedBy: UserView | null;
  assignees: UserView[];
  reviewers: ReviewerView[];
  labels: LabelView[];
  milestone: MilestoneView | null;
  counts: NoteCounts;
  time: TimeStats;
  version: VersionRow | null;
  readiness: Readiness;
  /** Who set it to be merged by itself, and how; null when it is not. */
  autoMerge: {
    strategy: AutoMergeRow['strategy'];
    setBy: UserView | null;
    failedReason: string | null;
    /** Null: as the merge request says. */
    removesSourceBranch: boolean | null;
  } | null;
};

type Rows = readonly MergeRequestRow[];

/** Views of many requests with a constant number of queries. `projects` are the target projects by id. */
export async function buildMergeRequestViews(
  ctx: Context,
  rows: Rows,
  projects: ReadonlyMap<number, ProjectRow>,
): Promise<MergeRequestView[]> {
  const ids = rows.map((row) => row.id);
  const [assignees, reviewers, labelIds, counts, times, versions, autos] = await Promise.all([
    assigneesOfAll(ctx, ids),
    cachedParts(ctx, ids, 'reviewers', () => listReviewers(ctx.db, ids)),
    cachedParts(ctx, ids, 'labels', () => listLabelIds(ctx.db, ids)),
    noteCounts(ctx, NOTEABLE_TYPE, ids),
    timeStatsOf(ctx, NOTEABLE_TYPE, ids),
    latestVersions(ctx, rows),
    listAutoMerges(ctx.db, ids),
  ]);
  const [people, { labels, milestones }, readiness] = await Promise.all([
    usersOf(ctx, rows, [...assignees, ...reviewers, ...autos.map((auto) => ({ userId: auto.set_by_id }))]),
    labelsAndMilestones(ctx, {
      labelIds: labelIds.map((each) => each.labelId),
      milestoneIds: rows.map((row) => row.milestone_id),
    }),
    readinessOf(ctx, rows, 'visible', new Map([given(projectFact, targetsOf(rows, projects))])),
  ]);
  const person = (id: number | null) => people.get(id ?? 0) ?? null;
  const views: MergeRequestView[] = [];
  for (const row of rows) {
    const project = projects.get(row.target_project_id);
    const readinessOfRow = readiness.get(row.id);
    if (!project || !readinessOfRow) continue;
    const own = <T extends { mergeRequestId: number }>(items: readonly T[]) =>
      items.filter((item) => item.mergeRequestId === row.id);
    const auto = row.state === 'opened' && autos.find((each) => each.merge_request_id === row.id);
    const threads = counts.get(row.id) ?? { notes: 0, threads: 0, resolvedThreads: 0, upvotes: 0, downvotes: 0 };
    views.push({
      row,
      project,
      author: person(row.author_id),
      mergedBy: person(row.merged_by_id),
      closedBy: person(row.closed_by_id),
      assignees: own(assignees).flatMap((each) => person(each.userId) ?? []),
      reviewers: own(reviewers).flatMap((each) => {
        const user = person(each.userId);
        return user ? { ...each, user } : [];
      }),
      labels: own(labelIds)
        .flatMap((each) => labels.get(each.labelId) ?? [])
        .toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
      milestone: milestones.get(row.milestone_id ?? 0) ?? null,
      counts: threads,
      time: times.get(row.id) ?? { estimateSeconds: 0, spentSeconds: 0 },
      version: versions.find((version) => version.id === row.latest_version_id) ?? null,
      readiness: readinessOfRow,
      autoMerge: auto
        ? {
            strategy: auto.strategy,
            setBy: person(auto.set_by_id),
            failedReason: auto.failed_reason,
            removesSourceBranch: auto.removes_source_branch,
          }
        : null,
    });
  }
  return views;
}

export async function buildMergeRequestView(
  ctx: Context,
  row: MergeRequestRow,
  access: ProjectAccess,
): Promise<MergeRequestView> {
  const [view] = await buildMergeRequestViews(ctx, [row], new Map([[access.project.id, access.project]]));
  if (!view) throw new Error('a merge request has a target project');
  return view;
}

/** Of one request, as its page asks, they are mostly known. */
async function assigneesOfAll(ctx: Context, ids: readonly number[]) {
  const [id] = ids;
  return ids.length === 1 && id !== undefined ? assigneesOf(ctx, id) : listAssignees(ctx.db, ids);
}

async function latestVersions(ctx: Context, rows: Rows): Promise<VersionRow[]> {
  const wanted = rows.flatMap((row) => row.latest_version_id ?? []);
  const [row] = rows;
  if (rows.length === 1 && row) {
    const known = (await versionsOf(ctx, row)).filter((version) => version.id === row.latest_version_id);
    // The row may be newer than what is remembered of it.
    if (known.length === wanted.length) return known;
  }
  return listVersionsByIds(ctx.db, wanted);
}

async function usersOf(
  ctx: Context,
  rows: Rows,
  others: readonly { userId: number }[],
): Promise<Map<number, UserView>> {
  const ids = new Set(others.map((other) => other.userId));
  for (const row of rows)
    for (const id of [row.author_id, row.merged_by_id, row.closed_by_id]) if (id !== null) ids.add(id);
  return new Map((await listUsersByIds(ctx, [...ids])).map((user) => [user.id, user]));
}

/** The description as this reader may see it; kept renderings of an older renderer are made again. */
export async function descriptionHtml(ctx: Context, row: MergeRequestRow, project: ProjectRow): Promise<string> {
  const place = textScopeOf(project);
  let html = row.description_html;
  if (row.description_html_version !== HTML_VERSION && row.description !== '') {
    const fresh = await renderText(ctx, place, row.description);
    html = fresh.html;
    if (fresh.version === HTML_VERSION) {
      await noteFacts(ctx.db, row.id, { description_html: html, description_html_version: fresh.version });
    }
  }
  const [shown] = await showTexts(ctx, place, [html]);
  return shown ?? '';
}
