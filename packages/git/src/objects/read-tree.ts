import { sharedCatFiles } from '../process/cat-file-pool.ts';
import { GitError } from '../process/git-error.ts';
import { baseName, joinPath, parentPath, pathFromBytes, pathToBytes, readablePathBytes } from '../process/path-key.ts';
import { runGitResult, streamGit } from '../process/run-git.ts';
import { assertRev } from './object-id.ts';

export interface TreeEntry {
  /** Six digits: 100644, 100755, 120000 (symlink), 160000 (submodule), 040000 (directory). */
  mode: string;
  type: 'blob' | 'tree' | 'commit';
  oid: string;
  /** Key of the last component. */
  name: string;
  /** Key of the whole path. */
  path: string;
  /** Bytes; only for blobs and only when asked for. */
  size?: number;
}

const MAX_TREE_BYTES = 64 * 1024 * 1024;
const DEFAULT_RECURSIVE_LIMIT = 100_000;

/** `<rev>:<path>` in bytes, the form the reader takes. '' is the root directory. */
export function objectAtPath(rev: string, path: string): Buffer {
  const bytes = readablePathBytes(path);
  const prefix = Buffer.from(bytes.length === 0 ? `${assertRev(rev)}^{tree}` : `${assertRev(rev)}:`);
  return Buffer.concat([prefix, bytes]);
}

/** One directory, in git's order. Throws `not_found` when there is no such directory. */
export async function readTree(
  repo: string,
  rev: string,
  path = '',
  options: { withSizes?: boolean } = {},
): Promise<TreeEntry[]> {
  const directory = stripSlashes(path);
  const pool = sharedCatFiles();
  const answer = await pool.contents(repo, objectAtPath(rev, directory), MAX_TREE_BYTES);
  if (answer === null || answer.type !== 'tree')
    throw new GitError('not_found', 'No such directory.', { details: { path } });
  const entries = parseTree(answer.content, answer.oid.length / 2, directory);
  if (options.withSizes === true) {
    await Promise.all(
      entries.map(async (entry) => {
        if (entry.type !== 'blob') return;
        const info = await pool.info(repo, entry.oid);
        if (info !== null) entry.size = info.size;
      }),
    );
  }
  return entries;
}

/** The entry at a path, or undefined. The root is `{type: 'tree', path: ''}`. */
export async function findEntry(repo: string, rev: string, path: string): Promise<TreeEntry | undefined> {
  const wanted = stripSlashes(path);
  const pool = sharedCatFiles();
  if (wanted === '') {
    const info = await pool.info(repo, objectAtPath(rev, ''));
    return info === null ? undefined : { mode: '040000', type: 'tree', oid: info.oid, name: '', path: '' };
  }
  readablePathBytes(wanted);
  const parent = parentPath(wanted);
  const answer = await pool.contents(repo, objectAtPath(rev, parent), MAX_TREE_BYTES);
  if (answer === null || answer.type !== 'tree') return undefined;
  const name = baseName(wanted);
  return parseTree(answer.content, answer.oid.length / 2, parent).find((entry) => entry.name === name);
}

/** All files below a directory, up to `limit`. One process, streamed. */
export async function readTreeRecursive(
  repo: string,
  rev: string,
  options: { path?: string; limit?: number; includeTrees?: boolean } = {},
): Promise<{ entries: TreeEntry[]; truncated: boolean }> {
  const directory = stripSlashes(options.path ?? '');
  const limit = options.limit ?? DEFAULT_RECURSIVE_LIMIT;
  const tree = await findEntry(repo, rev, directory);
  if (tree === undefined || tree.type !== 'tree')
    throw new GitError('not_found', 'No such directory.', { details: { path: directory } });
  const args = ['ls-tree', '-r', '-z', '--full-tree', ...(options.includeTrees === true ? ['-t'] : [])];
  const stream = streamGit(repo, args, { revs: [tree.oid] });
  stream.stdin.end();
  const entries: TreeEntry[] = [];
  let pending = Buffer.alloc(0);
  for await (const chunk of stream.stdout) {
    if (!Buffer.isBuffer(chunk)) continue;
    let rest = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
      // Leaving the loop destroys the stream, which ends git.
      if (entries.length === limit) return { entries, truncated: true };
      entries.push(parseListedEntry(rest.subarray(0, end), directory));
      rest = rest.subarray(end + 1);
    }
    pending = Buffer.from(rest);
  }
  await stream.finished;
  return { entries, truncated: false };
}

/** Ids of the trees or blobs at many paths, without a process of their own. Missing paths are left out. */
export async function objectIdsAt(repo: string, rev: string, paths: readonly string[]): Promise<Map<string, string>> {
  const pool = sharedCatFiles();
  const found = new Map<string, string>();
  await Promise.all(
    paths.map(async (path) => {
      const info = await pool.info(repo, objectAtPath(rev, path));
      if (info !== null) found.set(path, info.oid);
    }),
  );
  return found;
}

/** True when a rev has anything at all at its root. */
export async function isEmptyTree(repo: string, rev: string): Promise<boolean> {
  const { stdout } = await runGitResult(repo, ['ls-tree', '-z', '--name-only'], { revs: [assertRev(rev)] });
  return stdout.length === 0;
}

function parseTree(content: Buffer, oidBytes: number, directory: string): TreeEntry[] {
  const entries: TreeEntry[] = [];
  let at = 0;
  while (at < content.length) {
    const space = content.indexOf(0x20, at);
    const nul = content.indexOf(0, space);
    if (space === -1 || nul === -1) throw new GitError('corrupt', 'A tree object is damaged.');
    const mode = content.toString('latin1', at, space).padStart(6, '0');
    const name = pathFromBytes(content.subarray(space + 1, nul));
    const oid = content.toString('hex', nul + 1, nul + 1 + oidBytes);
    entries.push({ mode, type: typeOfMode(mode), oid, name, path: joinPath(directory, name) });
    at = nul + 1 + oidBytes;
  }
  return entries;
}

function parseListedEntry(record: Buffer, directory: string): TreeEntry {
  const tab = record.indexOf(0x09);
  const [mode = '', , oid = ''] = record.toString('latin1', 0, tab).split(' ');
  const path = joinBytes(directory, record.subarray(tab + 1));
  return { mode, type: typeOfMode(mode), oid, name: baseName(path), path };
}

function joinBytes(directory: string, bytes: Buffer): string {
  if (directory === '') return pathFromBytes(bytes);
  return pathFromBytes(Buffer.concat([pathToBytes(directory), Buffer.from('/'), bytes]));
}

function typeOfMode(mode: string): TreeEntry['type'] {
  if (mode === '040000') return 'tree';
  return mode === '160000' ? 'commit' : 'blob';
}

function stripSlashes(path: string): string {
  return path.startsWith('//') ? path : path.replaceAll(/^\/+|\/+$/g, '');
}
