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
import { mapUsersByConfirmedEmail } from '../../../accounts/index.ts';
import { renderForReader, toPageAuthor } from '../../../discussions/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { MergeRequestAccess } from '../../merge-request-access.ts';
import { canMergeNow } from '../../merging/merge-rights.ts';
import { splitMessage } from '../../rules/default-texts.ts';
import { requestPaths } from '../../rules/merge-paths.ts';
import type { VersionRow } from '../../store/versions.ts';
import { branchTip } from '../../versions/branch-ends.ts';
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
  const [diff, sourceTip, canMerge] = await Promise.all([
    openNames(ctx, range),
    row.source_project_id === null
      ? undefined
      : branchTip(ctx, { projectId: row.source_project_id, branch: row.source_branch }),
    canMergeNow(ctx, found),
  ]);
  if (!diff) return BUILDING;
  const { project } = access;
  const paths = requestPaths(project.full_path, project.id, row.iid);
  const entries = range.versions.map((version, at) => versionEntry(version, at, range.versions, paths.changes));
  const entryOf = (version: VersionRow | undefined) => entries.find((entry) => entry.id === version?.id) ?? null;
  const facts: Omit<DiffsMetadata, 'diff_files'> = {
    ...countsOf(diff, range),
    branch_name: row.source_branch,
    target_branch_name: row.target_branch,
    source_branch_exists: sourceTip !== undefined,
    commit: range.commit ? await commitPart(ctx, found, range.commit) : null,
    merge_request_diff: entryOf(range.version),
    merge_request_diffs: entries,
    start_version: entryOf(range.start),
    latest_diff: range.isLatest && !range.start && !range.commit,
    latest_version_path: paths.changes,
    email_patch_path: paths.patch,
    plain_diff_path: paths.plainDiff,
    definition_path_prefix: `${repositoryPaths.project(project.full_path)}/-/blob/${range.refs.head_sha}`,
    context_commits_diff: null,
    conflict_resolution_path: null,
    has_conflicts: row.merge_status === 'cannot_be_merged',
    can_merge: canMerge,
    project_path: project.full_path,
    project_name: project.name,
    username: ctx.actor.kind === 'user' ? ctx.actor.username : null,
    user_full_name: ctx.actor.kind === 'user' ? ctx.actor.name : null,
  };
  return { status: 'ready', facts, files: () => summariesOf(diff) };
}

/** The same for branches that are not proposed yet. */
export async function compareMetadata(
  ctx: Context,
  range: ComparedRange,
  ends: { sourceBranch: string; targetBranch: string; projectPath: string; projectName: string },
): Promise<MetadataParts> {
  const diff = await openNames(ctx, range);
  if (!diff) return BUILDING;
  const facts: Omit<DiffsMetadata, 'diff_files'> = {
    ...countsOf(diff, range),
    branch_name: ends.sourceBranch,
    target_branch_name: ends.targetBranch,
    source_branch_exists: true,
    commit: null,
    merge_request_diff: null,
    merge_request_diffs: [],
    start_version: null,
    latest_diff: true,
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
  return { status: 'ready', facts, files: () => summariesOf(diff) };
}

function versionEntry(
  version: VersionRow,
  at: number,
  versions: readonly VersionRow[],
  changes: string,
): DiffVersionEntry {
  const latest = versions[0];
  const isLatest = latest?.id === version.id;
  return {
    id: version.id,
    version_index: versions.length - at,
    created_at: version.created_at.toISOString(),
    commits_count: version.commits_count,
    latest: isLatest,
    short_commit_sha: version.head_sha.slice(0, 8),
    head_commit_sha: version.head_sha,
    base_commit_sha: version.base_sha,
    version_path: isLatest ? changes : `${changes}?diff_id=${version.id}`,
    compare_path: `${changes}?diff_id=${latest?.id ?? version.id}&start_sha=${version.head_sha}`,
    base_version_path: `${changes}?diff_id=${version.id}`,
    head_version_path: null,
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
    description_html: await renderForReader(ctx, { projectId: project.id, projectPath: project.full_path }, body),
    author: user ? toPageAuthor(user) : null,
    author_name: commit.author_name,
    authored_date: commit.authored_at.toISOString(),
    committed_date: commit.committed_at.toISOString(),
    commit_path: repositoryPaths.commit(project.full_path, commit.sha),
    prev_commit_id: previous,
    next_commit_id: next,
  };
}
