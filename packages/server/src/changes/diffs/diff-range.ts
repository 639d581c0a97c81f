import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { DiffRefs } from '@tributary/contract/merge-requests/diffs.ts';
import type { Context } from '../../platform/context.ts';
import { contextCommits } from '../context-commits/reads/context-commits.ts';
import { mergeToday } from '../../merge-requests/index.ts';
import {
  versionsOf,
  type MergeRequestRow,
  findVersionOfCommit,
  listVersionCommits,
  listVersions,
  type VersionRow,
  commitNamed,
  findCommitOfVersion,
  findVersionOfUnstoredCommit,
  type VersionCommit,
} from '../../merge-requests/index.ts';
import type { DiffIndexKey } from '../store/diff-indexes.ts';
import { keyOfCommit, keyOfMerge, keyOfVersion, keySince, parentOf } from './comparison-keys.ts';

/** What a page asks to compare, as its address says. */
export type RangeRequest = {
  diffId?: number | undefined;
  startSha?: string | undefined;
  commitId?: string | undefined;
  /** Counts where neither a commit nor what to compare with is named. */
  mergesToday?: boolean | undefined;
  /** As `mergesToday`: what the context commits changed. */
  isContext?: boolean | undefined;
  ignoresWhitespace?: boolean | undefined;
  /** `<base>..<head>` that is known already, of a comparison that moves with the branches. */
  compared?: string | undefined;
};

/** Two commits that are compared, with the three ids that comments name. */
export type ComparedRange = { key: DiffIndexKey; refs: DiffRefs };

/** The older state that is compared with: the head of a version, or one of its commits alone. */
export type ComparedFrom = { version: VersionRow; sha: string };

export type DiffRange = ComparedRange & {
  /** Newest first. */
  versions: VersionRow[];
  /** The version shown, also when only a part of it is. */
  version: VersionRow;
  start: ComparedFrom | undefined;
  commit: VersionCommit | undefined;
  isLatest: boolean;
  /** What merging would bring today; no version's own comparison. */
  isMergeToday: boolean;
  /** What the context commits changed is shown: nothing that the request brings. */
  isContext: boolean;
};

const OWN = { isMergeToday: false, isContext: false };

/**
 * Finds the two commits to compare among those that belong to the request; ids of anything else are not found, so that
 * an address cannot be used to read other objects. Undefined when the request has no version.
 */
export async function findRange(
  ctx: Context,
  row: MergeRequestRow,
  request: RangeRequest,
): Promise<DiffRange | undefined> {
  const versions = await versionsOf(ctx, row);
  const version = request.diffId === undefined ? versions[0] : versions.find((each) => each.id === request.diffId);
  if (!version) {
    if (request.diffId === undefined) return undefined;
    throw unknownVersion(versions, new AppError('version_unknown', { id: request.diffId }));
  }
  const base = { versions, version, isLatest: version.id === versions[0]?.id, ...OWN };
  const { target_project_id: projectId } = row;
  const ignoresWhitespace = request.ignoresWhitespace ?? false;
  if (request.commitId !== undefined) {
    const isVersionNamed = request.diffId !== undefined;
    const sha = await commitNamed(ctx, row, versions, request.commitId);
    if (sha === undefined) throw new AppError('commit_unknown', { sha: request.commitId });
    return commitRange(ctx, row, base, { sha, isVersionNamed, ignoresWhitespace });
  }
  if (request.startSha !== undefined) {
    const sha = await commitNamed(ctx, row, versions, request.startSha);
    const start = sha === undefined ? undefined : await findStart(ctx, row, base, sha);
    if (!start) throw unknownVersion(versions, new AppError('commit_unknown', { sha: request.startSha }));
    const refs = { base_sha: start.sha, start_sha: start.sha, head_sha: version.head_sha };
    return { ...base, key: keySince(projectId, start.sha, version, ignoresWhitespace), refs, start, commit: undefined };
  }
  if (request.isContext) {
    const ends = await contextEnds(ctx, row);
    if (!ends) throw new AppError('not_found', { resource: 'Context commit' });
    const refs = { base_sha: ends.from, start_sha: ends.from, head_sha: ends.to };
    assertCompared(refs, request);
    const key = { projectId, base: ends.from, head: ends.to, ignoresWhitespace };
    return { ...base, key, refs, start: undefined, commit: undefined, isContext: true };
  }
  if (request.mergesToday) {
    const merge = await mergeToday(ctx, row);
    const refs = { base_sha: merge.target, start_sha: merge.target, head_sha: merge.sha };
    assertCompared(refs, request);
    const key = keyOfMerge(projectId, version, merge, ignoresWhitespace);
    return { ...base, key, refs, start: undefined, commit: undefined, isMergeToday: true };
  }
  const refs = { base_sha: version.base_sha, start_sha: version.start_sha, head_sha: version.head_sha };
  const key = keyOfVersion(projectId, version, ignoresWhitespace);
  return { ...base, key, refs, start: undefined, commit: undefined };
}

/** A comparison without a version of its own moves with the branches: its files must not come from two of them. */
export function assertCompared(
  { base_sha: base, head_sha: head }: DiffRefs,
  { compared }: Pick<RangeRequest, 'compared'>,
): void {
  if (compared !== undefined && compared !== `${base}..${head}`) throw new AppError('comparison_moved');
}

/** Of a request that was pushed to very often, not every version is there any more. */
function unknownVersion(versions: readonly VersionRow[], unknown: AppError): AppError {
  const isThinned = (versions[0]?.number ?? 0) > versions.length;
  return isThinned ? new AppError('version_not_kept') : unknown;
}

/** From before the oldest context commit to the newest. */
async function contextEnds(ctx: Context, row: MergeRequestRow): Promise<{ from: string; to: string } | undefined> {
  const commits = await contextCommits(ctx, row);
  const [newest, oldest] = [commits[0], commits.at(-1)];
  return newest && oldest && { from: parentOf(oldest), to: newest.sha };
}

/**
 * The head of another version, or a commit of any: a thread may have been begun while one commit alone was shown. Since
 * its own head a version has nothing, as since the head of another one that has the same.
 */
async function findStart(
  ctx: Context,
  row: MergeRequestRow,
  { versions, version }: Pick<DiffRange, 'versions' | 'version'>,
  sha: string,
): Promise<ComparedFrom | undefined> {
  const other = versions.find((each) => each.head_sha === sha && each.id !== version.id);
  if (other) return { version: other, sha };
  if (sha === version.head_sha) return { version, sha };
  const of = await versionOfCommit(ctx, row, versions, sha);
  return of && { version: of, sha };
}

/** Which of the versions that are kept has a commit. */
async function versionOfCommit(
  ctx: Context,
  row: MergeRequestRow,
  versions: readonly VersionRow[],
  sha: string,
): Promise<VersionRow | undefined> {
  const id = await findVersionOfCommit(ctx.db, row.id, sha);
  const of = versions.find((each) => each.id === id);
  return of ?? (await findVersionOfUnstoredCommit(ctx, row.target_project_id, versions, sha))?.version;
}

/** Without a version that is named, a commit that the newest one has not any more is shown of the one that had it. */
async function commitRange(
  ctx: Context,
  request: MergeRequestRow,
  base: Pick<DiffRange, 'versions' | 'version' | 'isLatest' | 'isMergeToday' | 'isContext'>,
  asked: { sha: string; isVersionNamed: boolean; ignoresWhitespace: boolean },
): Promise<DiffRange> {
  const commit = await findCommitOfVersion(ctx, request.target_project_id, base.version, asked.sha);
  if (!commit) {
    const of = asked.isVersionNamed ? undefined : await versionOfCommit(ctx, request, base.versions, asked.sha);
    if (!of) throw new AppError('commit_unknown', { sha: asked.sha });
    const older = { ...base, version: of, isLatest: false };
    return commitRange(ctx, request, older, { ...asked, isVersionNamed: true });
  }
  const parent = parentOf(commit.row);
  const refs = { base_sha: parent, start_sha: parent, head_sha: commit.row.sha };
  return {
    ...base,
    key: keyOfCommit(request.target_project_id, commit.row, asked.ignoresWhitespace),
    refs,
    start: undefined,
    commit,
  };
}

/** The range that a comment's three commits name; undefined when they do not belong to the request. */
export async function findRangeByRefs(
  ctx: Context,
  row: MergeRequestRow,
  refs: DiffRefs,
): Promise<DiffRange | undefined> {
  const versions = await listVersions(ctx.db, row.id);
  const exact = versions.find((each) => each.base_sha === refs.base_sha && each.head_sha === refs.head_sha);
  if (exact) return findRange(ctx, row, { diffId: exact.id });
  const head = versions.find((each) => each.head_sha === refs.head_sha);
  const isCompared = head !== undefined && refs.base_sha === refs.start_sha;
  if (isCompared && versions.some((each) => each.head_sha === refs.base_sha)) {
    return findRange(ctx, row, { diffId: head.id, startSha: refs.base_sha });
  }
  for (const version of versions) {
    const commits = await listVersionCommits(ctx.db, version.id);
    const commit = commits.find((each) => each.sha === refs.head_sha && parentOf(each) === refs.base_sha);
    if (commit) return findRange(ctx, row, { diffId: version.id, commitId: commit.sha });
  }
  const far = await findVersionOfUnstoredCommit(ctx, row.target_project_id, versions, refs.head_sha);
  if (far && parentOf(far.commit.row) === refs.base_sha) {
    return findRange(ctx, row, { diffId: far.version.id, commitId: refs.head_sha });
  }
  if (isCompared && (await findStart(ctx, row, { versions, version: head }, refs.base_sha))) {
    return findRange(ctx, row, { diffId: head.id, startSha: refs.base_sha });
  }
  return undefined;
}
