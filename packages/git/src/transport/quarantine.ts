import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EMPTY_TREE_OID, assertObjectId, isZeroOid } from '../objects/object-id.ts';
import { parseCommit } from '../objects/parse-commit.ts';
import type { Commit } from '../objects/parse-commit.ts';
import { sharedCatFiles } from '../process/cat-file-pool.ts';
import { GitError } from '../process/git-error.ts';
import { pathFromBytes } from '../process/path-key.ts';
import { runGit, runGitResult, streamGit } from '../process/run-git.ts';
import type { PushedRef, QuarantineEnv } from './hook-channel.ts';
import { looseSizes } from './loose-sizes.ts';

export interface BigBlob {
  oid: string;
  size: number;
  /** One of its paths in the pushed commits, if it has one there. */
  path: string | null;
}

export interface NewObjectSizes {
  objectCount: number;
  /** Sum of the unpacked sizes. A small pack can hold a huge one. */
  totalBytes: number;
  bigBlobs: BigBlob[];
}

const MAX_OBJECTS = 5_000_000;
const CHECK_TIMEOUT_MS = 10 * 60_000;

/**
 * Sizes of everything a push brought, reachable or not, as it would be unpacked. Reads sizes from the pack, not contents.
 * Throws `too_large` above five million objects.
 */
export async function newObjectSizes(
  repo: string,
  quarantine: QuarantineEnv,
  options: { blobsOver: number; maxListed?: number; newShas?: readonly string[] },
): Promise<NewObjectSizes> {
  const objects = quarantine.GIT_OBJECT_DIRECTORY;
  if (objects === undefined) return { objectCount: 0, totalBytes: 0, bigBlobs: [] };
  const sizes: NewObjectSizes = { objectCount: 0, totalBytes: 0, bigBlobs: [] };
  const maxListed = options.maxListed ?? 20;
  const add = (type: string | undefined, size: number, oid: string): void => {
    sizes.objectCount += 1;
    sizes.totalBytes += size;
    if (type === 'blob' && size > options.blobsOver && sizes.bigBlobs.length < maxListed)
      sizes.bigBlobs.push({ oid, size, path: null });
  };
  const loose = await looseSizes(objects);
  if (loose === undefined) await listAllSizes(repo, objects, sizes, add);
  else for (const { type, size, oid } of loose) add(type, size, oid);
  sizes.bigBlobs = await withoutKnown(repo, sizes.bigBlobs);
  if (sizes.bigBlobs.length > 0) await findPaths(repo, quarantine, options.newShas ?? [], sizes.bigBlobs);
  return sizes;
}

async function listAllSizes(
  repo: string,
  objects: string,
  sizes: NewObjectSizes,
  add: (type: string | undefined, size: number, oid: string) => void,
): Promise<void> {
  // Without the alternates the quarantine is all that git sees.
  const stream = streamGit(
    repo,
    ['cat-file', '--batch-all-objects', '--unordered', '--batch-check=%(objecttype) %(objectsize) %(objectname)'],
    {
      env: { GIT_OBJECT_DIRECTORY: objects, GIT_ALTERNATE_OBJECT_DIRECTORIES: '' },
      timeoutMs: CHECK_TIMEOUT_MS,
    },
  );
  stream.stdin.end();
  let tail = '';
  for await (const chunk of stream.stdout) {
    const lines = (tail + String(chunk)).split('\n');
    tail = lines.pop() ?? '';
    for (const line of lines) {
      const [type, size = '0', oid = ''] = line.split(' ');
      add(type, Number(size), oid);
    }
    if (sizes.objectCount > MAX_OBJECTS) throw new GitError('too_large', 'The push contains too many objects.');
  }
  await stream.finished;
}

/** Thin packs are completed with objects the repository has already; those are not new. */
async function withoutKnown(repo: string, blobs: readonly BigBlob[]): Promise<BigBlob[]> {
  const known = await Promise.all(blobs.map((blob) => sharedCatFiles().info(repo, blob.oid)));
  return blobs.filter((_blob, index) => known[index] === null);
}

async function findPaths(
  repo: string,
  quarantine: QuarantineEnv,
  newShas: readonly string[],
  blobs: BigBlob[],
): Promise<void> {
  const tips = newShas.filter((sha) => !isZeroOid(sha)).map(assertObjectId);
  if (tips.length === 0) return;
  const wanted = new Map(blobs.map((blob) => [blob.oid, blob]));
  const stream = streamGit(repo, ['rev-list', '--objects', '--stdin', '--not', '--all'], {
    env: { ...quarantine },
    timeoutMs: CHECK_TIMEOUT_MS,
  });
  stream.stdin.end(`${tips.join('\n')}\n`);
  let pending: Buffer = Buffer.alloc(0);
  for await (const chunk of stream.stdout) {
    if (!Buffer.isBuffer(chunk)) continue;
    let rest = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    for (let end = rest.indexOf(0x0a); end !== -1; end = rest.indexOf(0x0a)) {
      const space = rest.indexOf(0x20);
      const blob = space === -1 || space > end ? undefined : wanted.get(rest.toString('latin1', 0, space));
      if (blob !== undefined) blob.path = pathFromBytes(rest.subarray(space + 1, end));
      rest = rest.subarray(end + 1);
    }
    pending = Buffer.from(rest);
  }
  await stream.finished;
}

/** Is `ancestor` part of the history of `descendant`, a commit of the push? False means history was rewritten. */
export async function isAncestorIn(
  repo: string,
  quarantine: QuarantineEnv,
  ancestor: string,
  descendant: string,
): Promise<boolean> {
  const { exitCode } = await runGitResult(repo, ['merge-base', '--is-ancestor'], {
    revs: [assertObjectId(ancestor), assertObjectId(descendant)],
    env: { ...quarantine },
    okExitCodes: [1],
    timeoutMs: CHECK_TIMEOUT_MS,
  });
  return exitCode === 0;
}

/** The commits a push brings that no branch and no tag had before, newest first. */
export async function newCommits(
  repo: string,
  quarantine: QuarantineEnv,
  updates: readonly PushedRef[],
  limit = 1000,
): Promise<{ commits: Commit[]; truncated: boolean }> {
  const tips = updates.filter(({ newSha }) => !isZeroOid(newSha)).map(({ newSha }) => assertObjectId(newSha));
  if (tips.length === 0) return { commits: [], truncated: false };
  const env = { ...quarantine };
  const listed = await runGit(
    repo,
    ['rev-list', `--max-count=${limit + 1}`, '--stdin', '--not', '--branches', '--tags'],
    {
      env,
      stdin: `${tips.join('\n')}\n`,
      timeoutMs: CHECK_TIMEOUT_MS,
    },
  );
  const shas = listed
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '');
  if (shas.length === 0) return { commits: [], truncated: false };
  const wanted = shas.slice(0, limit);
  const output = await runGit(repo, ['cat-file', '--batch'], {
    env,
    stdin: `${wanted.join('\n')}\n`,
    maxOutputBytes: 256 * 1024 * 1024,
    timeoutMs: CHECK_TIMEOUT_MS,
  });
  return { commits: parseBatch(output), truncated: shas.length > limit };
}

/** Paths that differ between two commits of a push; zeros stand for an empty tree. */
export async function changedPathsIn(
  repo: string,
  quarantine: QuarantineEnv,
  oldSha: string,
  newSha: string,
): Promise<string[]> {
  const [from, to] = [oldSha, newSha].map((sha) => (isZeroOid(sha) ? EMPTY_TREE_OID : assertObjectId(sha))) as [
    string,
    string,
  ];
  const output = await runGit(repo, ['diff-tree', '-r', '-z', '--name-only', '--no-renames'], {
    revs: [from, to],
    env: { ...quarantine },
    timeoutMs: CHECK_TIMEOUT_MS,
  });
  const paths: string[] = [];
  for (let at = 0, end = output.indexOf(0); end !== -1; at = end + 1, end = output.indexOf(0, at))
    paths.push(pathFromBytes(output.subarray(at, end)));
  return paths;
}

function parseBatch(output: Buffer): Commit[] {
  const commits: Commit[] = [];
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(0x0a, at);
    const [oid = '', type, size = '0'] = output.toString('latin1', at, end).split(' ');
    const content = output.subarray(end + 1, end + 1 + Number(size));
    if (type === 'commit') commits.push(parseCommit(oid, content));
    at = end + 1 + Number(size) + 1;
  }
  return commits;
}

/** Removes quarantine folders of pushes whose git was killed. Returns how many. */
export async function cleanQuarantine(repo: string, olderThanMs: number): Promise<number> {
  const limit = Date.now() - olderThanMs;
  let removed = 0;
  for (const name of await readdir(join(repo, 'objects'))) {
    if (!name.startsWith('tmp_objdir-')) continue;
    const folder = join(repo, 'objects', name);
    if ((await stat(folder)).mtimeMs > limit) continue;
    await rm(folder, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}
