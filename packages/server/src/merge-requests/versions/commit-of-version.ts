import { findCommit, isAncestor, isAncestorOf, listCommits, type ListPosition, positionInList } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { listVersionCommits, type VersionCommitRow, type VersionRow } from '../store/versions.ts';
import { admitQuestion } from './admit-question.ts';
import { MAX_VERSION_COMMITS } from './read-version.ts';
import { versionCommitColumns } from './version-columns.ts';

/** A commit that a version brings, with the ones before and after it in time. */
export type VersionCommit = { row: VersionCommitRow; previous: string | null; next: string | null };

/** Of versions with more commits than are stored, the newest are asked. */
const MAX_ASKED_VERSIONS = 10;
const MAX_ANSWERS = 1_000;

/** Any commit of a version. The newest are stored with it; about the others git is asked. Throws rate_limited. */
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
  const place = commit?.sha === sha ? await placeOf(ctx, repo, version, sha) : undefined;
  const [columns] = commit && place ? versionCommitColumns([commit]) : [];
  if (!columns || !place) return undefined;
  const row = { ...columns, version_id: version.id, position: place.position };
  return { row, previous: place.older, next: place.newer };
}

/** A part of the list of a version's commits that is not stored. */
export async function listUnstoredCommits(
  ctx: Context,
  projectId: number,
  { id, head_sha: head, start_sha: start }: VersionRow,
  { limit, offset }: { limit: number; offset: number },
): Promise<VersionCommitRow[]> {
  const repo = ctx.repositories.directory(projectId);
  const commits = await listCommits(repo, { rev: head, notRevs: [start], order: 'topo', skip: offset, limit });
  return versionCommitColumns(commits).map((row) => ({ ...row, version_id: id, position: offset + row.position }));
}

/** The newest of the versions that have more commits than are stored and bring this one. Throws rate_limited. */
export async function findVersionOfUnstoredCommit(
  ctx: Context,
  projectId: number,
  versions: readonly VersionRow[],
  sha: string,
): Promise<{ version: VersionRow; commit: VersionCommit } | undefined> {
  const long = versions.filter(({ commits_count: count }) => count > MAX_VERSION_COMMITS).slice(0, MAX_ASKED_VERSIONS);
  const repo = ctx.repositories.directory(projectId);
  if (long.length === 0 || (await findCommit(repo, sha))?.sha !== sha) return undefined;
  const asked = `${repo} ${long.map(({ id }) => id).join()} ${sha}`;
  const id = await bringers.get(ctx, asked, () => newestThatBrings(repo, long, sha));
  const version = long.find((each) => each.id === id);
  const commit = version && (await findCommitOfVersion(ctx, projectId, version, sha));
  return version && commit ? { version, commit } : undefined;
}

/** No list is walked. What none of them brings, as what the target had all along, takes two processes at most. */
async function newestThatBrings(
  repo: string,
  versions: readonly VersionRow[],
  sha: string,
): Promise<number | undefined> {
  const [heads, starts] = [versions.map((each) => each.head_sha), versions.map((each) => each.start_sha)];
  if (!(await isAncestorOf(repo, sha, { some: heads })) || (await isAncestorOf(repo, sha, { every: starts })))
    return undefined;
  for (const { id, head_sha: head, start_sha: start } of versions) {
    if ((await isAncestor(repo, sha, head)) && !(await isAncestor(repo, sha, start))) return id;
  }
  return undefined;
}

function placeOf(
  ctx: Context,
  repo: string,
  { head_sha: head, start_sha: start }: VersionRow,
  sha: string,
): Promise<ListPosition | undefined> {
  return places.get(ctx, `${repo} ${start}..${head} ${sha}`, () =>
    positionInList(repo, { rev: head, notRevs: [start] }, sha),
  );
}

/**
 * What git said about commits. Every part of a page asks about the same one, and the answer never changes; who asks what
 * is not known is counted first.
 */
class KnownAnswers<T> {
  readonly #answers = new Map<string, Promise<T>>();

  get(ctx: Context, key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#answers.get(key);
    if (known) return known;
    admitQuestion(ctx);
    const asked = ask();
    this.#answers.set(key, asked);
    asked.catch(() => this.#answers.delete(key));
    if (this.#answers.size > MAX_ANSWERS) this.#answers.delete(this.#answers.keys().next().value ?? key);
    return asked;
  }
}

const places = new KnownAnswers<ListPosition | undefined>();
const bringers = new KnownAnswers<number | undefined>();
