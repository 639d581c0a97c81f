import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { DiffRefs } from '@tributary/contract/merge-requests/diffs.ts';
import type { Context } from '../../platform/context.ts';
import { noteableMark } from '../../platform/recall/marks.ts';
import { recalled } from '../../platform/recall/recall.ts';
import type { DiffIndexKey } from '../store/diff-indexes.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';
import { listVersionCommits, listVersions, type VersionCommitRow, type VersionRow } from '../store/versions.ts';

/** What a page asks to compare, as its address says. */
export type RangeRequest = {
  diffId?: number | undefined;
  startSha?: string | undefined;
  commitId?: string | undefined;
  ignoresWhitespace?: boolean | undefined;
};

/** Two commits that are compared, with the three ids that comments name. */
export type ComparedRange = { key: DiffIndexKey; refs: DiffRefs };

export type DiffRange = ComparedRange & {
  /** Newest first. */
  versions: VersionRow[];
  /** The version shown, also when only a part of it is. */
  version: VersionRow;
  /** The older version it is compared with. */
  start: VersionRow | undefined;
  commit: { row: VersionCommitRow; previous: string | null; next: string | null } | undefined;
  isLatest: boolean;
};

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
    throw new AppError('not_found', { resource: 'Version' });
  }
  const base = { versions, version, isLatest: version.id === versions[0]?.id };
  const keyOf = (from: string, to: string): DiffIndexKey => ({
    projectId: row.target_project_id,
    base: from,
    head: to,
    ignoresWhitespace: request.ignoresWhitespace ?? false,
  });
  if (request.commitId !== undefined) return commitRange(ctx, base, request.commitId, keyOf);
  if (request.startSha !== undefined) {
    const start = versions.find((each) => each.head_sha === request.startSha && each.id !== version.id);
    if (!start) throw new AppError('not_found', { resource: 'Version' });
    const refs = { base_sha: start.head_sha, start_sha: start.head_sha, head_sha: version.head_sha };
    return { ...base, key: keyOf(start.head_sha, version.head_sha), refs, start, commit: undefined };
  }
  const refs = { base_sha: version.base_sha, start_sha: version.start_sha, head_sha: version.head_sha };
  return { ...base, key: keyOf(version.base_sha, version.head_sha), refs, start: undefined, commit: undefined };
}

/** Newest first. */
export async function versionsOf(ctx: Context, { id }: Pick<MergeRequestRow, 'id'>): Promise<VersionRow[]> {
  const versions = await recalled(ctx, {
    key: `versions:${id}`,
    marks: () => [noteableMark(id)],
    load: () => listVersions(ctx.db, id),
    sizeBytes: ({ length }) => 1_000 * length,
  });
  return versions ?? [];
}

async function commitRange(
  ctx: Context,
  base: Pick<DiffRange, 'versions' | 'version' | 'isLatest'>,
  commitId: string,
  keyOf: (from: string, to: string) => DiffIndexKey,
): Promise<DiffRange> {
  const commits = await listVersionCommits(ctx.db, base.version.id);
  const at = commits.findIndex((commit) => commit.sha === commitId);
  const row = commits[at];
  const parent = row?.parent_shas[0];
  if (!row || parent === undefined) throw new AppError('not_found', { resource: 'Commit' });
  // Newest first: the one before in time stands after.
  const commit = { row, previous: commits[at + 1]?.sha ?? null, next: commits[at - 1]?.sha ?? null };
  const refs = { base_sha: parent, start_sha: parent, head_sha: row.sha };
  return { ...base, key: keyOf(parent, row.sha), refs, start: undefined, commit };
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
  const start = versions.find((each) => each.head_sha === refs.base_sha);
  if (head && start && refs.base_sha === refs.start_sha) {
    return findRange(ctx, row, { diffId: head.id, startSha: start.head_sha });
  }
  for (const version of versions) {
    const commits = await listVersionCommits(ctx.db, version.id);
    const commit = commits.find((each) => each.sha === refs.head_sha && each.parent_shas[0] === refs.base_sha);
    if (commit) return findRange(ctx, row, { diffId: version.id, commitId: commit.sha });
  }
  return undefined;
}
