import { createHash } from 'node:crypto';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { RestFile } from '@tributary/contract/projects/repository-rest.ts';
import {
  type BlameRange,
  blobInfo,
  type Commit,
  displayPath,
  findEntry,
  joinPath,
  lastCommitForEntries,
  parentPath,
  readBlob,
  readCommits,
  readTree,
  readTreeRecursive,
  type TreeEntry,
} from '@tributary/git';
import { type Page, slicePage } from '@tributary/contract/core/paging.ts';
import type { Context } from '../../platform/context.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { assertVisibleObject, getRevision } from '../visible-objects.ts';
import { blameLines } from './blame-page.ts';
import { findLastCommit } from './last-commit.ts';

/** Larger contents are only given raw. */
const MAX_CONTENT_BYTES = 20 * 1024 * 1024;
const MAX_ENTRIES = 100_000;

export type TreeRequest = { ref?: string | undefined; path: string; recursive: boolean };
export type EntryList = { sha: string; entries: TreeEntry[] };

/** Entries of a directory (or of all below it), directories first as git lists them. */
export async function listEntries(ctx: Context, access: ProjectAccess, request: TreeRequest): Promise<EntryList> {
  const repo = repositoryOf(ctx, access);
  const name = request.ref ?? access.project.default_branch ?? 'HEAD';
  const { commitSha } = await getRevision(ctx, access, name, 'Tree');
  const path = request.path.replace(/^\/(?!\/)|\/+$/g, '');
  const entry = await findEntry(repo, commitSha, path);
  if (entry?.type !== 'tree') throw new AppError('not_found', { resource: 'Tree' });
  if (request.recursive) {
    const found = await readTreeRecursive(repo, commitSha, { path, limit: MAX_ENTRIES, includeTrees: true });
    return { sha: commitSha, entries: treesFirst(found.entries) };
  }
  return { sha: commitSha, entries: treesFirst(await readTree(repo, commitSha, path)) };
}

function treesFirst(entries: readonly TreeEntry[]): TreeEntry[] {
  return [...entries.filter((entry) => entry.type === 'tree'), ...entries.filter((entry) => entry.type !== 'tree')];
}

/** By path: the last commit of each of these entries. One walk for each directory they lie in. */
export async function lastCommitsOfEntries(
  ctx: Context,
  access: ProjectAccess,
  sha: string,
  entries: readonly TreeEntry[],
): Promise<Map<string, Commit>> {
  const repo = repositoryOf(ctx, access);
  const found = new Map<string, Commit>();
  for (const [directory, own] of Map.groupBy(entries, (entry) => parentPath(entry.path))) {
    const names = own.map((entry) => entry.name);
    const { commits } = await lastCommitForEntries(repo, sha, directory, names);
    for (const [name, commit] of commits) found.set(joinPath(directory, name), commit);
  }
  return found;
}

/** The page of entries after the one a token names; tokens are paths, so they hold while the tree does. */
export function entriesAfter(
  entries: readonly TreeEntry[],
  request: { token: string | undefined; perPage: number },
): { items: TreeEntry[]; nextToken: string | null } {
  const after = request.token === undefined ? undefined : Buffer.from(request.token, 'base64url').toString('utf8');
  const start = after === undefined ? 0 : entries.findIndex((entry) => entry.path === after) + 1;
  if (after !== undefined && start === 0) throw new AppError('bad_parameter', { name: 'page_token' });
  const items = entries.slice(start, start + request.perPage);
  const last = items.at(-1);
  const hasMore = start + request.perPage < entries.length;
  return { items, nextToken: hasMore && last ? Buffer.from(last.path, 'utf8').toString('base64url') : null };
}

export function pageOfEntries(
  entries: readonly TreeEntry[],
  request: { page: number; perPage: number },
): Page<TreeEntry> {
  return slicePage([...entries], request);
}

/** A blob by its id, if a visible ref leads to it. */
export async function getBlob(
  ctx: Context,
  access: ProjectAccess,
  oid: string,
): Promise<{ oid: string; content: Buffer }> {
  const repo = repositoryOf(ctx, access);
  if (!/^[0-9a-f]{40}$/.test(oid)) throw new AppError('not_found', { resource: 'Blob' });
  const info = await blobInfo(repo, oid);
  if (!info) throw new AppError('not_found', { resource: 'Blob' });
  await assertVisibleObject(ctx, access, oid);
  return { oid, content: await readBlob(repo, oid, { maxBytes: MAX_CONTENT_BYTES }) };
}

/** A file with its content and where it last changed. */
export async function getFile(ctx: Context, access: ProjectAccess, path: string, ref: string): Promise<RestFile> {
  const repo = repositoryOf(ctx, access);
  const rev = await getRevision(ctx, access, ref, 'Commit');
  const entry = await fileEntry(repo, rev.commitSha, path);
  const content = await readBlob(repo, entry.oid, { maxBytes: MAX_CONTENT_BYTES });
  const lastCommit = await findLastCommit(repo, rev.commitSha, path);
  return {
    file_name: displayPath(entry.name),
    file_path: path,
    size: content.length,
    encoding: 'base64',
    content: content.toString('base64'),
    content_sha256: createHash('sha256').update(content).digest('hex'),
    ref,
    blob_id: entry.oid,
    commit_id: rev.commitSha,
    last_commit_id: lastCommit?.sha ?? rev.commitSha,
    execute_filemode: entry.mode === '100755',
  };
}

async function fileEntry(repo: string, sha: string, path: string): Promise<TreeEntry> {
  const entry = await findEntry(repo, sha, path);
  if (entry?.type !== 'blob') throw new AppError('not_found', { resource: 'File' });
  return entry;
}

/** Who last changed each line, with the whole commits. */
export async function blameFile(
  ctx: Context,
  access: ProjectAccess,
  at: { path: string; ref: string; range?: { start: number; end: number } | undefined },
): Promise<{ range: BlameRange; commit: Commit }[]> {
  const repo = repositoryOf(ctx, access);
  const rev = await getRevision(ctx, access, at.ref, 'Commit');
  const entry = await fileEntry(repo, rev.commitSha, at.path);
  if (((await blobInfo(repo, entry.oid))?.size ?? 0) === 0) return [];
  if (at.range && at.range.end < at.range.start) throw new AppError('bad_parameter', { name: 'range' });
  const lines = at.range ?? { start: 1 };
  const ranges = await blameLines(repo, rev.commitSha, at.path, lines);
  const commits = await readCommits(repo, [...new Set(ranges.map((range) => range.commit.sha))]);
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  return ranges.flatMap((range) => {
    const commit = bySha.get(range.commit.sha);
    return commit ? [{ range, commit }] : [];
  });
}
