import {
  titleHtml,
  toPageLabel,
  toPageMilestone,
  toPageUser,
  toPageUserOrNull,
  toPageTime,
} from '../../planning/index.ts';
import { toAskableReviewer } from './page-reviewer.ts';
import type { MergeRequestShowPageData, MergeRequestTab, PageCommit } from '@tributary/contract/merge-requests/page.ts';
import { CONTEXT_COMMITS_MAX } from '@tributary/contract/merge-requests/inputs.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { isoMoment } from '@tributary/git';
import { listUsersByIds, mapUsersByConfirmedEmail, mayReport } from '../../accounts/index.ts';
import { notesData } from '../../discussions/index.ts';
import { pendingTodoId } from '../../notifications/index.ts';
import { type Context, concurrently } from '../../platform/context.ts';
import { countTasks } from '../../platform/markup/index.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess } from '../../projects/index.ts';
import {
  canClose,
  canDelete,
  canLock,
  canNameContext,
  canReopen,
  canSetMetadata,
  canSubscribe,
  canUpdate,
  textVersion,
  type MergeRequestAccess,
  pathOf,
  referenceOf,
  topicOf,
  noteableOf,
  chosenLevel,
  type MergeRequestDetail,
  mergeRequestDetail,
  recheckIfNeeded,
  descriptionHtml,
  listParticipants,
  splitMessage,
  type RequestPaths,
  requestPaths,
  listVersionCommits,
  type VersionCommitRow,
  countRequestPipelines,
} from '../../merge-requests/index.ts';
import { editingOf, reportsPart, reviewPart, contextCommits, OFFERED_COMMITS } from '../../changes/index.ts';
import { approvalData, reviewData } from '../../reviews/index.ts';
import { widgetData } from '../../merging/index.ts';

const LISTED_COMMITS = 100;

export async function showPage(
  ctx: Context,
  found: MergeRequestAccess,
  tab: MergeRequestTab,
): Promise<MergeRequestShowPageData> {
  const { row, access } = found;
  const paths = requestPaths(access.project.full_path, access.project.id, row.iid);
  // What does not need each other is read at the same time: one after the other these were forty waits.
  const notes = concurrently(ctx, () => notesData(ctx, noteableOf(found), 'merge request'));
  const review = concurrently(ctx, () => reviewPart(ctx, row, paths));
  const reports = concurrently(ctx, () => reportsPart(ctx, found, paths));
  const reviewing = concurrently(ctx, () => reviewData(ctx, found));
  const approval = concurrently(ctx, () => approvalData(ctx, found));
  const commits = concurrently(ctx, async () => (tab === 'commits' ? commitsPart(ctx, found, paths) : null));
  const detail = await mergeRequestDetail(ctx, found);
  const can = concurrently(ctx, () => canPart(ctx, found, detail));
  const widget = concurrently(ctx, () => widgetData(ctx, found, detail));
  const mergeRequest = concurrently(ctx, () => requestPart(ctx, found, detail));
  await recheckIfNeeded(ctx, detail);
  return {
    tab,
    mergeRequest: await mergeRequest(),
    paths: {
      overview: paths.overview,
      commits: paths.commits,
      pipelines: paths.pipelines,
      pipelinesData: paths.pipelinesData,
      changes: paths.changes,
      edit: paths.edit,
      close: paths.close,
      reopen: paths.reopen,
      plainDiff: paths.plainDiff,
      patch: paths.patch,
      widget: paths.widget,
      cachedWidget: paths.cachedWidget,
      api: paths.api,
      list: paths.list,
      task: `${pathOf(access.project.full_path, row.iid)}/task`,
      mailLevel: `${pathOf(access.project.full_path, row.iid)}/mail_level`,
    },
    can: await can(),
    topic: topicOf(row.id),
    notes: await notes(),
    widget: await widget(),
    diffs: diffAddresses(paths),
    review: await review(),
    reports: await reports(),
    reviewing: await reviewing(),
    approval: await approval(),
    commits: await commits(),
  };
}

export function diffAddresses(paths: RequestPaths): MergeRequestShowPageData['diffs'] {
  return {
    metadataPath: paths.metadata,
    batchPath: paths.batch,
    batchesPath: paths.batches,
    diffForPathPath: paths.diffForPath,
    highlightPath: paths.highlight,
  };
}

async function requestPart(
  ctx: Context,
  found: MergeRequestAccess,
  detail: MergeRequestDetail,
): Promise<MergeRequestShowPageData['mergeRequest']> {
  const { row, access } = found;
  const { view, source } = detail;
  const { project } = access;
  const html = concurrently(ctx, () => descriptionHtml(ctx, row, project));
  const participants = concurrently(ctx, () => listParticipants(ctx, found, view));
  const todoId = concurrently(ctx, () => pendingTodoId(ctx, noteableOf(found)));
  const mailLevel = concurrently(ctx, () => chosenLevel(ctx, found.row.id));
  const editors = concurrently(ctx, () =>
    listUsersByIds(ctx, row.last_edited_by_id === null ? [] : [row.last_edited_by_id]),
  );
  const end = (at: { id: number; full_path: string }, branch: string, tip: string | undefined) => ({
    projectId: at.id,
    projectPath: at.full_path,
    branch,
    treePath: tip === undefined ? null : repositoryPaths.tree(at.full_path, branch),
  });
  return {
    id: row.id,
    iid: row.iid,
    reference: `!${row.iid}`,
    fullReference: referenceOf(project.full_path, row.iid),
    projectId: project.id,
    projectPath: project.full_path,
    title: row.title,
    titleHtml: titleHtml(row.title),
    description: row.description,
    descriptionHtml: await html(),
    editedAt: row.last_edited_at?.toISOString() ?? null,
    editedBy: toPageUserOrNull((await editors())[0] ?? null),
    state: row.state,
    draft: row.is_draft,
    author: toPageUserOrNull(view.author),
    assignees: view.assignees.map((user) => toPageUser(user)),
    reviewers: view.reviewers.map((reviewer) => toAskableReviewer(ctx, found, reviewer)),
    participants: (await participants()).map((user) => toPageUser(user)),
    labels: view.labels.map((label) => toPageLabel(label)),
    milestone: toPageMilestone(view.milestone),
    time: toPageTime(view.time),
    source: source ? end(source.project, row.source_branch, detail.sourceTip) : null,
    target: end(project, row.target_branch, detail.targetTip),
    isFork: row.source_project_id !== row.target_project_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    mergedAt: row.merged_at?.toISOString() ?? null,
    closedAt: row.closed_at?.toISOString() ?? null,
    mergedBy: toPageUserOrNull(view.mergedBy),
    closedBy: toPageUserOrNull(view.closedBy),
    discussionLocked: row.is_discussion_locked,
    mailLevel: await mailLevel(),
    todoId: await todoId(),
    headSha: row.head_sha,
    commitsCount: row.commits_count,
    pipelinesCount: await countRequestPipelines(ctx, found),
    changesCount: changesCount(detail),
    addedLines: view.version?.added_lines ?? null,
    removedLines: view.version?.removed_lines ?? null,
    notesCount: view.counts.notes,
    threads: { total: view.counts.threads, resolved: view.counts.resolvedThreads },
    allowCollaboration: row.allow_collaboration,
    removeSourceBranch: row.force_remove_source_branch,
    squash: row.squash,
    tasks: countTasks(row.description),
    version: textVersion(row),
  };
}

function changesCount({ view: { version } }: MergeRequestDetail): string | null {
  if (version?.state === 'empty') return '0';
  return version?.files_count === null || version === null ? null : String(version.files_count);
}

/** A copy of their own is for those who can write neither where the request comes from nor where it goes. */
function mayFork({ actor }: Context, { access }: MergeRequestAccess, { source }: MergeRequestDetail): boolean {
  const pushes = (at: ProjectAccess) => isAllowed(actor, 'push_code', featureOf(at, 'repository'));
  return (
    !pushes(access) && !(source && pushes(source)) && isAllowed(actor, 'fork_project', featureOf(access, 'forking'))
  );
}

async function canPart(
  ctx: Context,
  found: MergeRequestAccess,
  detail: MergeRequestDetail,
): Promise<MergeRequestShowPageData['can']> {
  const { actor } = ctx;
  const { canEdit, sourcePath } = await editingOf(ctx, found);
  const maySet = canSetMetadata(actor, found.access) === null;
  const mayUpdate = canUpdate(actor, found) === null;
  return {
    update: mayUpdate,
    close: canClose(actor, found) === null,
    reopen: canReopen(actor, found) === null,
    delete: canDelete(actor, found) === null,
    lock: canLock(actor, found) === null,
    review: mayUpdate,
    assign: maySet,
    label: maySet,
    subscribe: canSubscribe(actor, found) === null,
    report: mayReport(actor, found.row.author_id),
    fork: mayFork(ctx, found, detail),
    edit: canEdit && sourcePath !== null,
  };
}

async function commitsPart(
  ctx: Context,
  found: MergeRequestAccess,
  paths: RequestPaths,
): Promise<NonNullable<MergeRequestShowPageData['commits']>> {
  const { row, access } = found;
  const path = access.project.full_path;
  const named = await pageCommits(ctx, path, await contextCommits(ctx, row), paths.changes);
  const context = named.map((commit) => ({ ...commit, changesPath: commit.path }));
  const contextForm = canNameContext(ctx.actor, found)
    ? null
    : {
        searchPath: paths.contextCommits,
        pageSize: OFFERED_COMMITS,
        changePath: `${paths.api}/context_commits`,
        branch: row.target_branch,
        most: CONTEXT_COMMITS_MAX,
      };
  const contextPart = { context, contextPath: `${paths.changes}?only_context_commits=true`, contextForm };
  if (row.latest_version_id === null) return { items: [], total: 0, ...contextPart };
  const rows = await listVersionCommits(ctx.db, row.latest_version_id, { limit: LISTED_COMMITS, offset: 0 });
  return { items: await pageCommits(ctx, path, rows, paths.changes), total: row.commits_count, ...contextPart };
}

type CommitFacts = Pick<
  VersionCommitRow,
  'sha' | 'message' | 'author_name' | 'author_email' | 'authored_at' | 'committed_at'
>;

export async function pageCommits(
  ctx: Context,
  projectPath: string,
  rows: readonly CommitFacts[],
  changesPath: string,
): Promise<PageCommit[]> {
  const people = await mapUsersByConfirmedEmail(
    ctx,
    rows.map((row) => row.author_email),
  );
  return rows.map((row) => {
    const { subject, body } = splitMessage(row.message);
    const user = people.get(row.author_email.toLowerCase());
    return {
      sha: row.sha,
      shortSha: row.sha.slice(0, 8),
      title: subject,
      body,
      authorName: row.author_name,
      authorEmail: row.author_email,
      author: user ? toPageUser(user) : null,
      authoredAt: isoMoment(row.authored_at),
      committedAt: isoMoment(row.committed_at),
      path: repositoryPaths.commit(projectPath, row.sha),
      changesPath: `${changesPath}?commit_id=${row.sha}`,
    };
  });
}
