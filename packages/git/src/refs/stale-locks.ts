import { readdir, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

const TOP_LEVEL_LOCKS = [
  'HEAD.lock',
  'config.lock',
  'packed-refs.lock',
  'packed-refs.new',
  'gc.pid',
  'gc.pid.lock',
  'shallow.lock',
];
const OBJECT_LOCKS = [
  'objects/info/commit-graph.lock',
  'objects/info/commit-graphs/commit-graph-chain.lock',
  'objects/pack/multi-pack-index.lock',
];

/**
 * Removes `*.lock` files that a killed git left behind: without this every later push to that ref fails. Only call it while
 * holding the repository's lease, or with an age no living git process reaches. Returns what was removed.
 */
export async function removeStaleLocks(repo: string, olderThanMs: number): Promise<string[]> {
  const limit = Date.now() - olderThanMs;
  const candidates = [...TOP_LEVEL_LOCKS, ...OBJECT_LOCKS].map((name) => join(repo, name));
  for (const entry of await readdir(join(repo, 'refs'), { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && entry.name.endsWith('.lock')) candidates.push(join(entry.parentPath, entry.name));
  }
  const removed: string[] = [];
  for (const file of candidates) {
    const modified = await modifiedAt(file);
    if (modified === null || modified > limit) continue;
    await rm(file, { force: true });
    removed.push(relative(repo, file));
  }
  return removed.sort();
}

async function modifiedAt(file: string): Promise<number | null> {
  try {
    return (await stat(file)).mtimeMs;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
