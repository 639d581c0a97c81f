import type { RestPipelineBasic } from '@tributary/contract/ci/pipeline-rest.ts';
import type {
  RestBlameRange,
  RestBranch,
  RestCommit,
  RestCommitDetail,
  RestCommitStats,
  RestTag,
} from '@tributary/contract/projects/repository-rest.ts';
import { encodePath, repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import type { BlameRange, Commit, Signature } from '@tributary/git';
import type { BranchFacts, TagFacts } from '../reads/ref-lists.ts';

/** Where a project is on the web: origin and full path. */
export type Home = { origin: string; path: string };

const SHORT_ID = 8;

/** `2021-03-31T09:20:48.000+02:00`, with the offset of whoever wrote it. */
function timeOf(signature: Signature): string {
  return signature.date.replace(/^(\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d)(Z|[+-]\d\d:\d\d)$/, '$1.000$2');
}

type Trailer = { key: string; value: string };

export function toRestCommit(home: Home, commit: Commit, trailers: readonly Trailer[]): RestCommit {
  const extended: Record<string, string[]> = {};
  for (const { key, value } of trailers) (extended[key] ??= []).push(value);
  return {
    id: commit.sha,
    short_id: commit.sha.slice(0, SHORT_ID),
    created_at: timeOf(commit.committer),
    parent_ids: commit.parents,
    title: commit.subject,
    message: commit.message,
    author_name: commit.author.name,
    author_email: commit.author.email,
    authored_date: timeOf(commit.author),
    committer_name: commit.committer.name,
    committer_email: commit.committer.email,
    committed_date: timeOf(commit.committer),
    trailers: Object.fromEntries(trailers.map(({ key, value }) => [key, value])),
    extended_trailers: extended,
    web_url: `${home.origin}${repositoryPaths.commit(home.path, commit.sha)}`,
  };
}

export function toRestCommitDetail(
  rest: RestCommit,
  facts: { projectId: number; stats: RestCommitStats | undefined; lastPipeline: RestPipelineBasic | null },
): RestCommitDetail {
  const { projectId, stats, lastPipeline } = facts;
  return {
    ...rest,
    ...(stats && { stats }),
    status: lastPipeline?.status ?? null,
    last_pipeline: lastPipeline,
    project_id: projectId,
  };
}

export function toRestBranch(home: Home, branch: BranchFacts, commit: RestCommit): RestBranch {
  return {
    name: branch.name,
    commit,
    merged: branch.isMerged,
    protected: branch.isProtected,
    developers_can_push: branch.developersCanPush,
    developers_can_merge: branch.developersCanMerge,
    can_push: branch.canPush,
    default: branch.isDefault,
    web_url: `${home.origin}/${encodePath(home.path)}/-/tree/${encodePath(branch.name)}`,
  };
}

export function toRestTag(
  tag: TagFacts,
  commit: RestCommit | null,
  release: { description: string } | undefined,
): RestTag {
  return {
    name: tag.name,
    message: tag.message,
    target: tag.target,
    commit,
    release: release ? { tag_name: tag.name, description: release.description } : null,
    protected: tag.isProtected,
    created_at: tag.tagger ? timeOf(tag.tagger) : null,
  };
}

export function toRestBlameRange(range: BlameRange, commit: Commit): RestBlameRange {
  return {
    commit: {
      id: commit.sha,
      parent_ids: commit.parents,
      message: commit.message,
      authored_date: timeOf(commit.author),
      author_name: commit.author.name,
      author_email: commit.author.email,
      committed_date: timeOf(commit.committer),
      committer_name: commit.committer.name,
      committer_email: commit.committer.email,
    },
    lines: range.lines,
  };
}
