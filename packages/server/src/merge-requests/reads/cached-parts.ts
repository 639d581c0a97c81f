import type { Context } from '../../platform/context.ts';
import { noteableCacheVersion } from '../../platform/cache/cache-versions.ts';
import { readCached } from '../../platform/cache/request-cache.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';
import { listAssignees } from '../store/assignees-and-reviewers.ts';
import { listVersionCommits, listVersions, type VersionCommitRow, type VersionRow } from '../store/versions.ts';

type Assignee = Awaited<ReturnType<typeof listAssignees>>[number];

/** A part of one merge request, cached until one of its rows changes. `what` names the part, and for whom it is. */
export async function cachedPart<T>(ctx: Context, id: number, what: string, load: () => Promise<T>): Promise<T> {
  const known = await readCached(ctx, {
    key: `merge_request_part:${what}:${id}`,
    marks: () => [noteableCacheVersion(id)],
    load: async () => ({ value: await load() }),
    sizeBytes: ({ value }) => (Array.isArray(value) ? 300 * value.length : 300),
  });
  return known ? known.value : load();
}

/** The same for many requests, of which only one alone is cached. */
export function cachedParts<T>(ctx: Context, ids: readonly number[], what: string, load: () => Promise<T>): Promise<T> {
  const [id] = ids;
  return id === undefined || ids.length > 1 ? load() : cachedPart(ctx, id, what, load);
}

/** Believed while the mark of the request stands; who changes what is given here changes it for all. */
export async function assigneesOf(ctx: Context, id: number): Promise<readonly Assignee[]> {
  const load = () => listAssignees(ctx.db, [id]);
  return (await readCached(ctx, { key: `assignees:${id}`, marks: () => [noteableCacheVersion(id)], load })) ?? load();
}

/** All versions that are there, newest first. */
export async function versionsOf(ctx: Context, { id }: Pick<MergeRequestRow, 'id'>): Promise<VersionRow[]> {
  const versions = await readCached(ctx, {
    key: `versions:${id}`,
    marks: () => [noteableCacheVersion(id)],
    load: () => listVersions(ctx.db, id),
    sizeBytes: ({ length }) => 1_000 * length,
  });
  return versions ?? [];
}

const MOST_COMMITS = 1_000;
const COMMIT_BYTES = 400;

/** The newest thousand commits of the latest version, newest first. They are written together with it. */
export async function latestCommits(
  ctx: Context,
  { id, latest_version_id: versionId }: Pick<MergeRequestRow, 'id' | 'latest_version_id'>,
): Promise<readonly VersionCommitRow[]> {
  if (versionId === null) return [];
  const load = () => listVersionCommits(ctx.db, versionId, { limit: MOST_COMMITS, offset: 0 });
  const known = await readCached(ctx, {
    key: `version_commits:${versionId}`,
    marks: () => [noteableCacheVersion(id)],
    load,
    sizeBytes: (commits) => commits.reduce((sum, { message }) => sum + message.length + COMMIT_BYTES, 0),
  });
  return known ?? load();
}
