import { titleHtml } from '../../../planning/index.ts';
import type {
  DiffCommit,
  DiffFileSummary,
  DiffsBuilding,
  DiffsMetadata,
  DiffVersionEntry,
} from '@tributary/contract/merge-requests/diffs.ts';
import { errorText } from '@tributary/contract/errors/catalogue.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { isoMoment } from '@tributary/git';
import { mapUsersByConfirmedEmail } from '../../../accounts/index.ts';
import { renderForReader, textScopeOf, toPageAuthor } from '../../../discussions/index.ts';
import type { Context } from '../../../platform/context.ts';
import {
  type MergeRequestAccess,
  canMergeNow,
  splitMessage,
  requestPaths,
  type VersionRow,
  branchTip,
} from '../../../merge-requests/index.ts';
import { foldLimits } from '../../../repositories/index.ts';
import { listContextCommits } from '../../context-commits/store.ts';
import { type ComparedRange, type DiffRange } from '../diff-range.ts';
import { countsOf, openNames, summariesOf } from './names-and-counts.ts';

/** The files come last and are most of it: they are made only for those who do not have them. */
export type MetadataParts =
  | DiffsBuilding
  | { status: 'ready'; facts: Omit<DiffsMetadata, 'diff_files'>; files: () => DiffFileSummary[] };

const BUILDING: DiffsBuilding = {
  status: 'building',
  message: errorText('version_not_ready'),
};

/** Names and counts of all changed files, the versions, and where one is. */
export async function diffsMetadata(
  ctx: Context,
  found: MergeRequestAccess,
  range: DiffRange | undefined,
): Promise<MetadataParts> {
  if (!range) return BUILDING;
  const { row, access } = found;
  const [diff, sourceTip, canMerge, context] = await Promise.all([
    openNames(ctx, range),
    row.source_project_id === null
      ? undefined
      : branchTip(ctx, { projectId: row.source_project_id, branch: row.source_branch }),
    canMergeNow(ctx, found),
    contextPart(ctx, found, range),
  ]);
  if (!diff) return BUILDING;
  const { project } = access;
  const paths = requestPaths(project.full_path, project.id, row.iid);
  const addresses = {
    changes: paths.changes,
    head: row.state === 'opened' && row.merge_status === 'can_be_merged' ? `${paths.changes}?diff_head=true` : null,
  };
  const entries = range.versions.map((version) => versionEntry(version, range.versions, addresses));
  const entryOf = (version: VersionRow | undefined) => entries.find((entry) => entry.id === version?.id) ?? null;
  const limits = await foldLimits(ctx);
  const facts: Omit<DiffsMetadata, 'diff_files'> = {
    ...countsOf(diff, range, limits),
    branch_name: row.source_branch,
    target_branch_name: row.target_branch,
    source_branch_exists: sourceTip !== undefined,
    commit: range.commit ? await commitPart(ctx, found, range.commit) : null,
    merge_request_diff: entryOf(range.version),
    merge_request_diffs: entries,
    ...startPart(range.start, entryOf),
    latest_diff: isPlain(range),
    diff_head: range.isMergeToday,
    latest_version_path: paths.changes,
    email_patch_path: paths.patch,
    plain_diff_path: paths.plainDiff,
    definition_path_prefix: `${repositoryPaths.project(project.full_path)}/-/blob/${range.refs.head_sha}`,
    context_commits_diff: context,
    conflict_resolution_path: null,
    has_conflicts: row.merge_status === 'cannot_be_merged',
    can_merge: canMerge,
    project_path: project.full_path,
    project_name: project.name,
    username: ctx.actor.kind === 'user' ? ctx.actor.username : null,
    user_full_name: ctx.actor.kind === 'user' ? ctx.actor.name : null,
  };
  return { status: 'ready', facts, files: () => summariesOf(diff, limits) };
}

/** The same for branches that are not proposed yet. */
export async function compareMetadata(
  ctx: Context,
  range: ComparedRange,
  ends: { sourceBranch: string; targetBranch: string; projectPath: string; projectName: string },
): Promise<MetadataParts> {
  const diff = await openNames(ctx, range);
  if (!diff) return BUILDING;
  const limits = await foldLimits(ctx);
  const facts: Omit<DiffsMetadata, 'diff_files'> = {
    ...countsOf(diff, range, limits),
    branch_name: ends.sourceBranch,
    target_branch_name: ends.targetBranch,
    source_branch_exists: true,
    commit: null,
    merge_request_diff: null,
    merge_request_diffs: [],
    start_version: null,
    start_commit: null,
    latest_diff: true,
    diff_head: false,
    latest_version_path: '',
    email_patch_path: '',
    plain_diff_path: '',
    definition_path_prefix: '',
    context_commits_diff: null,
    conflict_resolution_path: null,
    has_conflicts: false,
    can_merge: false,
    project_path: ends.projectPath,
    project_name: ends.projectName,
    username: ctx.actor.kind === 'user' ? ctx.actor.username : null,
    user_full_name: ctx.actor.kind === 'user' ? ctx.actor.name : null,
  };
  return { status: 'ready', facts, files: () => summariesOf(diff, limits) };
}

/** The newest version as it was pushed. */
function isPlain({ isLatest, start, commit, isMergeToday, isContext }: DiffRange): boolean {
  return isLatest && !start && !commit && !isMergeToday && !isContext;
}

async function contextPart(
  ctx: Context,
  { row, access }: MergeRequestAccess,
  range: DiffRange,
): Promise<DiffsMetadata['context_commits_diff']> {
  const count = (await listContextCommits(ctx.db, row.id)).length;
  if (count === 0) return null;
  const { changes } = requestPaths(access.project.full_path, access.project.id, row.iid);
  return {
    commits_count: count,
    showing_context_commits_diff: range.isContext,
    diffs_path: `${changes}?only_context_commits=true`,
  };
}

function startPart(
  start: DiffRange['start'],
  entryOf: (version: VersionRow) => DiffVersionEntry | null,
): Pick<DiffsMetadata, 'start_version' | 'start_commit'> {
  const isVersion = start?.version.head_sha === start?.sha;
  return {
    start_version: start && isVersion ? entryOf(start.version) : null,
    start_commit: start && !isVersion ? start.sha : null,
  };
}

function versionEntry(
  version: VersionRow,
  versions: readonly VersionRow[],
  { changes, head }: { changes: string; head: string | null },
): DiffVersionEntry {
  const latest = versions[0];
  const isLatest = latest?.id === version.id;
  const shown = isLatest ? changes : `${changes}?diff_id=${version.id}`;
  return {
    id: version.id,
    version_index: version.number,
    created_at: version.created_at.toISOString(),
    commits_count: version.commits_count,
    latest: isLatest,
    short_commit_sha: version.head_sha.slice(0, 8),
    head_commit_sha: version.head_sha,
    base_commit_sha: version.base_sha,
    version_path: shown,
    // There is nothing between the newest and itself.
    compare_path: isLatest ? shown : `${changes}?diff_id=${latest?.id ?? version.id}&start_sha=${version.head_sha}`,
    base_version_path: `${changes}?diff_id=${version.id}`,
    head_version_path: head,
  };
}

async function commitPart(
  ctx: Context,
  { access }: MergeRequestAccess,
  { row: commit, previous, next }: NonNullable<DiffRange['commit']>,
): Promise<DiffCommit> {
  const { project } = access;
  const { subject, body } = splitMessage(commit.message);
  const people = await mapUsersByConfirmedEmail(ctx, [commit.author_email]);
  const user = people.get(commit.author_email.toLowerCase());
  return {
    id: commit.sha,
    short_id: commit.sha.slice(0, 8),
    title: subject,
    title_html: titleHtml(subject),
    description_html: await renderForReader(ctx, textScopeOf(project), body),
    author: user ? toPageAuthor(user) : null,
    author_name: commit.author_name,
    authored_date: isoMoment(commit.authored_at),
    committed_date: isoMoment(commit.committed_at),
    commit_path: repositoryPaths.commit(project.full_path, commit.sha),
    prev_commit_id: previous,
    next_commit_id: next,
  };
}
