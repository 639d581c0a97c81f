import { readdir, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertFullRef } from '../objects/object-id.ts';

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

/**
 * git holds a lock while it writes one ref, moments. Older ones belong to a git that was killed: half of the ten seconds in
 * which everything works again after a crash, so that what waits for one has the other half.
 */
const STALE_REF_LOCK_MS = 5_000;
const LOOK_EVERY_MS = 200;
const MAX_SINGLE_LOOKS = 200;

/**
 * Waits until no lock is in the way of writing these refs, and removes those that a killed git left: they would refuse
 * every later write. Returns what was removed, after at most a few seconds more than a lock may live.
 */
export async function freeRefLocks(repo: string, refs: readonly string[]): Promise<string[]> {
  const own = refs.map((ref) => `${assertFullRef(ref)}.lock`);
  const files = [...(own.length > MAX_SINGLE_LOOKS ? await locksAmong(repo, new Set(own)) : own)];
  files.push('packed-refs.lock', 'HEAD.lock');
  const patience = Date.now() + STALE_REF_LOCK_MS + 5 * LOOK_EVERY_MS;
  const removed: string[] = [];
  for (;;) {
    let isFree = true;
    for (const file of files) {
      const modified = await modifiedAt(join(repo, file));
      if (modified === null) continue;
      if (modified > Date.now() - STALE_REF_LOCK_MS) isFree = false;
      else {
        await rm(join(repo, file), { force: true });
        removed.push(file);
      }
    }
    if (isFree || Date.now() > patience) return removed;
    await sleep(LOOK_EVERY_MS);
  }
}

/** Of very many refs the few that are there are found by one walk. */
async function locksAmong(repo: string, wanted: ReadonlySet<string>): Promise<string[]> {
  const entries = await readdir(join(repo, 'refs'), { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => {
    if (!entry.isFile() || !entry.name.endsWith('.lock')) return [];
    const file = relative(repo, join(entry.parentPath, entry.name));
    return wanted.has(file) ? [file] : [];
  });
}

async function modifiedAt(file: string): Promise<number | null> {
  try {
    return (await stat(file)).mtimeMs;
  } catch (error) {
    // ENOTDIR: "a" is a ref, and the lock would be that of "a/b".
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
    throw error;
  }
}
