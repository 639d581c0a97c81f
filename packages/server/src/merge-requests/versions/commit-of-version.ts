import { findCommit, listCommits, type ListPlace, placeInList } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { listVersionCommits, type VersionCommitRow, type VersionRow } from '../store/versions.ts';
import { MAX_VERSION_COMMITS } from './read-version.ts';
import { versionCommitColumns } from './version-columns.ts';

/** A commit that a version brings, with the ones before and after it in time. */
export type VersionCommit = { row: VersionCommitRow; previous: string | null; next: string | null };

/** Of versions with more commits than are stored, the newest are asked. */
const MAX_ASKED_VERSIONS = 10;
const MAX_PLACES = 1_000;

/** Any commit of a version. The newest are stored with it; about the others git is asked. */
export async function findCommitOfVersion(
  ctx: Context,
  projectId: number,
  version: VersionRow,
  sha: string,
): Promise<VersionCommit | undefined> {
  const stored = await listVersionCommits(ctx.db, version.id);
  const at = stored.findIndex((commit) => commit.sha === sha);
  const row = stored[at];
  const isWhole = stored.length >= version.commits_count;
  if (row && (isWhole || at < stored.length - 1)) {
    // Newest first: the one before in time stands after.
    return { row, previous: stored[at + 1]?.sha ?? null, next: stored[at - 1]?.sha ?? null };
  }
  return isWhole ? undefined : commitBeyond(ctx, projectId, version, sha);
}

async function commitBeyond(
  ctx: Context,
  projectId: number,
  version: VersionRow,
  sha: string,
): Promise<VersionCommit | undefined> {
  const repo = ctx.repositories.directory(projectId);
  const commit = await findCommit(repo, sha);
  const place = commit?.sha === sha ? await places.get(repo, version, sha) : undefined;
  const [columns] = commit && place ? versionCommitColumns([commit]) : [];
  if (!columns || !place) return undefined;
  const row = { ...columns, version_id: version.id, position: place.position };
  return { row, previous: place.older, next: place.newer };
}

/** A part of the list of a version's commits that is not stored. */
export async function listFarCommits(
  ctx: Context,
  projectId: number,
  { id, head_sha: head, start_sha: start }: VersionRow,
  { limit, offset }: { limit: number; offset: number },
): Promise<VersionCommitRow[]> {
  const repo = ctx.repositories.directory(projectId);
  const commits = await listCommits(repo, { rev: head, notRevs: [start], order: 'topo', skip: offset, limit });
  return versionCommitColumns(commits).map((row) => ({ ...row, version_id: id, position: offset + row.position }));
}

/** The newest of the versions that have more commits than are stored and bring this one. */
export async function findVersionOfFarCommit(
  ctx: Context,
  projectId: number,
  versions: readonly VersionRow[],
  sha: string,
): Promise<{ version: VersionRow; commit: VersionCommit } | undefined> {
  const long = versions.filter(({ commits_count: count }) => count > MAX_VERSION_COMMITS).slice(0, MAX_ASKED_VERSIONS);
  for (const version of long) {
    const commit = await findCommitOfVersion(ctx, projectId, version, sha);
    if (commit) return { version, commit };
  }
  return undefined;
}

/** Every part of a page asks about the same commit; the answer never changes. */
class KnownPlaces {
  readonly #places = new Map<string, Promise<ListPlace | undefined>>();

  get(repo: string, { head_sha: head, start_sha: start }: VersionRow, sha: string): Promise<ListPlace | undefined> {
    const key = `${repo} ${start}..${head} ${sha}`;
    const known = this.#places.get(key);
    if (known) return known;
    const asked = placeInList(repo, { rev: head, notRevs: [start] }, sha);
    this.#places.set(key, asked);
    asked.catch(() => this.#places.delete(key));
    if (this.#places.size > MAX_PLACES) this.#places.delete(this.#places.keys().next().value ?? key);
    return asked;
  }
}

const places = new KnownPlaces();
