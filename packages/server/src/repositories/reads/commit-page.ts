import type { CommitHeadData, CommitPageData, CommitRefsAnswer } from '@tributary/contract/projects/repository-page.ts';
import type { DiffFilesAnswer } from '@tributary/contract/projects/repository-diff.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import {
  BRANCH_PREFIX,
  type Commit,
  type GitStream,
  parseTrailers,
  refsContaining,
  streamFormatPatch,
  streamRawDiff,
  TAG_PREFIX,
} from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { commitNotes, commitPipelines } from '../commit-registry.ts';
import { mayPickCommits } from '../operations/pick-commit.ts';
import { commitSummary, shortSha } from '../views/commit-views.ts';
import type { DiffSides } from '../views/diff-view.ts';
import { getCommit, openCommit } from './commit-reads.ts';
import { diffList, diffPart, type PartRequest } from './diff-list.ts';

function sidesOf(ctx: Context, access: ProjectAccess, commit: Commit): DiffSides {
  return {
    repo: repositoryOf(ctx, access),
    projectPath: access.project.full_path,
    // Of a merge, what it brought into its first parent.
    oldSha: commit.parents[0] ?? null,
    newSha: commit.sha,
  };
}

/** What stands above the tabs of a commit. */
export async function loadCommitHead(ctx: Context, access: ProjectAccess, name: string): Promise<CommitHeadData> {
  const { commit, visible } = await openCommit(ctx, access, name);
  const [head] = await Promise.all([headOf(ctx, access, commit), visible]);
  return head;
}

async function headOf(ctx: Context, access: ProjectAccess, commit: Commit): Promise<CommitHeadData> {
  const project = access.project.full_path;
  const href = repositoryPaths.commit(project, commit.sha);
  const [summary, statuses, pipelinesCount] = await Promise.all([
    commitSummary(ctx, access, commit),
    commitPipelines().statuses(ctx, access, commit.sha),
    commitPipelines().count(ctx, access, commit.sha),
  ]);
  const mayPick = mayPickCommits(ctx, access);
  const mayPush = isAllowed(ctx.actor, 'push_code', featureOf(access, 'repository'));
  const { author, committer } = summary;
  return {
    projectId: access.project.id,
    projectPath: project,
    commit: summary,
    committerDiffers: author.name !== committer.name || author.email !== committer.email,
    parents: commit.parents.map((sha) => ({
      sha,
      shortSha: shortSha(sha),
      href: repositoryPaths.commit(project, sha),
    })),
    trailers: parseTrailers(commit.message),
    statuses,
    refsPath: `${href}/refs`,
    browseHref: repositoryPaths.tree(project, commit.sha),
    diffHref: `${href}.diff`,
    patchHref: `${href}.patch`,
    can: { revert: mayPick, cherryPick: mayPick, createTag: mayPush },
    defaultBranch: access.project.default_branch,
    pipelinesCount,
  };
}

export async function loadCommitPage(ctx: Context, access: ProjectAccess, name: string): Promise<CommitPageData> {
  const { commit, visible } = await openCommit(ctx, access, name);
  const href = repositoryPaths.commit(access.project.full_path, commit.sha);
  const [head, notes, diff] = await Promise.all([
    headOf(ctx, access, commit),
    commitNotes()?.(ctx, access, commit.sha) ?? null,
    diffList(ctx, sidesOf(ctx, access, commit), filesHrefOf(href)),
    visible,
  ]);
  return { ...head, notes, diff };
}

export async function loadCommitDiffPart(
  ctx: Context,
  access: ProjectAccess,
  name: string,
  request: PartRequest,
): Promise<DiffFilesAnswer> {
  const commit = await getCommit(ctx, access, name);
  const href = repositoryPaths.commit(access.project.full_path, commit.sha);
  return diffPart(ctx, sidesOf(ctx, access, commit), request, filesHrefOf(href));
}

function filesHrefOf(href: string) {
  return (query: Record<string, string>) => `${href}/diff_files?${new URLSearchParams(query)}`;
}

const MAX_REFS = 100;

/** Branches and tags that hold the commit; the default branch first. */
export async function loadCommitRefs(ctx: Context, access: ProjectAccess, name: string): Promise<CommitRefsAnswer> {
  const { sha } = await getCommit(ctx, access, name);
  const repo = repositoryOf(ctx, access);
  const [branches, tags] = await Promise.all([
    refsContaining(repo, sha, BRANCH_PREFIX, MAX_REFS + 1),
    refsContaining(repo, sha, TAG_PREFIX, MAX_REFS + 1),
  ]);
  const project = access.project.full_path;
  const main = access.project.default_branch;
  return {
    branches: branches
      .slice(0, MAX_REFS)
      .map((branch) => ({ name: branch, href: repositoryPaths.tree(project, branch), isDefault: branch === main }))
      .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault)),
    tags: tags.slice(0, MAX_REFS).map((tag) => ({ name: tag, href: repositoryPaths.tree(project, tag) })),
    isTruncated: branches.length > MAX_REFS || tags.length > MAX_REFS,
  };
}

/** The commit as a patch: `diff` applies with `git apply`, `patch` with `git am`. */
export async function streamCommit(
  ctx: Context,
  access: ProjectAccess,
  name: string,
  format: 'diff' | 'patch',
): Promise<GitStream['stdout']> {
  const commit = await getCommit(ctx, access, name);
  const repo = repositoryOf(ctx, access);
  const parent = commit.parents[0];
  if (format === 'patch' && parent !== undefined) return streamFormatPatch(repo, parent, commit.sha).stdout;
  return streamRawDiff(repo, { from: parent ?? null, to: commit.sha }).stdout;
}
