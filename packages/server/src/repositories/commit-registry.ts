import type { Extension } from '../platform/extensions.ts';
import type { RestPipelineBasic } from '@tributary/contract/ci/pipeline-rest.ts';
import type { NotesData } from '@tributary/contract/discussions/page.ts';
import type { BranchRequest } from '@tributary/contract/projects/repository-page.ts';
import type { Page } from '@tributary/contract/core/paging.ts';
import type { CommitStatusSummary, CommitStatusView } from '@tributary/contract/projects/commit-statuses.ts';
import type { Context } from '../platform/context.ts';
import type { ProjectAccess } from '../projects/index.ts';

/** Merge requests that hold a commit, rendered as the REST endpoint lists them. Given by the slice that owns them. */
export type CommitMergeRequests = (
  ctx: Context,
  access: ProjectAccess,
  query: { sha: string; state: string | undefined; page: number; perPage: number },
) => Promise<Page<unknown>>;

let provider: CommitMergeRequests | undefined;

export function defineCommitMergeRequests(list: CommitMergeRequests): Extension {
  return () => {
    provider = list;
  };
}

export function commitMergeRequests(): CommitMergeRequests | undefined {
  return provider;
}

/** What is said about a commit, for its page; null for who may not read it. Given by the slice that owns notes. */
export type CommitNotes = (ctx: Context, access: ProjectAccess, sha: string) => Promise<NotesData | null>;

let notes: CommitNotes | undefined;

export function defineCommitNotes(load: CommitNotes): Extension {
  return () => {
    notes = load;
  };
}

export function commitNotes(): CommitNotes | undefined {
  return notes;
}

/**
 * Which of these stored commits belong to a kept version of a merge request into the project, also where no ref leads to them
 * any more. Given by the slice that owns versions.
 */
export type VersionCommits = (ctx: Context, projectId: number, shas: readonly string[]) => Promise<ReadonlySet<string>>;

let versions: VersionCommits = () => Promise.resolve(new Set<string>());

export function defineVersionCommits(find: VersionCommits): Extension {
  return () => {
    versions = find;
  };
}

export const versionCommits: VersionCommits = (ctx, projectId, shas) => versions(ctx, projectId, shas);

/** Pipelines of commits. Given by the slice that owns them. */
export type CommitPipelines = {
  /** The newest pipeline of each commit in short; commits without one are missing. */
  summaries: (
    ctx: Context,
    access: ProjectAccess,
    shas: readonly string[],
  ) => Promise<ReadonlyMap<string, CommitStatusSummary>>;
  /** The newest pipeline of each branch or tag for the commit that it points to, by name; those without one are missing. */
  ofRefs: (
    ctx: Context,
    access: ProjectAccess,
    of: { isTag: boolean; refs: readonly { name: string; sha: string }[] },
  ) => Promise<ReadonlyMap<string, CommitStatusSummary>>;
  /** The jobs of a commit, for its page; none for who may not see them. */
  statuses: (ctx: Context, access: ProjectAccess, sha: string) => Promise<CommitStatusView[]>;
  /** How many pipelines ran for a commit; null for who may not see them. */
  count: (ctx: Context, access: ProjectAccess, sha: string) => Promise<number | null>;
  /** The newest pipeline as the REST endpoint renders it; null without one, or for who may not read it. */
  last: (ctx: Context, access: ProjectAccess, sha: string) => Promise<RestPipelineBasic | null>;
};

let pipelines: CommitPipelines | undefined;

export function defineCommitPipelines(given: CommitPipelines): Extension {
  return () => {
    pipelines = given;
  };
}

export function commitPipelines(): CommitPipelines {
  if (!pipelines) throw new Error('no slice owns pipelines');
  return pipelines;
}

/** Releases of tags. Given by the slice that owns them. */
export type TagReleases = {
  /** Those that the actor may read, by the names of their tags. */
  find: (
    ctx: Context,
    access: ProjectAccess,
    tags: readonly string[],
  ) => Promise<ReadonlyMap<string, { name: string; description: string; href: string }>>;
  /** The form for a new one; null for who may not create it. */
  newHref: (ctx: Context, access: ProjectAccess, tag: string) => string | null;
  /** The tag was deleted over the API or on a page: its release goes with it. A push alone leaves the release. */
  remove: (ctx: Context, access: ProjectAccess, tag: string) => Promise<void>;
};

let releases: TagReleases | undefined;

export function defineTagReleases(given: TagReleases): Extension {
  return () => {
    releases = given;
  };
}

export function tagReleases(): TagReleases {
  if (!releases) throw new Error('no slice owns releases');
  return releases;
}

export type RequestsWanted = {
  sourceProjectId: number;
  branches: readonly string[];
  /** Any when left out. */
  target?: { projectId: number; branch: string };
};

/** By source branch. */
type Finder = (ctx: Context, wanted: RequestsWanted) => Promise<ReadonlyMap<string, BranchRequest>>;

const finders: Finder[] = [];

/** Tells which branches have an open merge request that the actor may see. */
export function defineBranchRequests(finder: Finder): Extension {
  return () => {
    finders.push(finder);
  };
}

/** One open merge request of each of these branches, the newest; with one question for all of them. */
export async function branchRequests(ctx: Context, wanted: RequestsWanted): Promise<Map<string, BranchRequest>> {
  if (wanted.branches.length === 0) return new Map();
  const found = await Promise.all(finders.map((finder) => finder(ctx, wanted)));
  return new Map(found.flatMap((each) => [...each]));
}
