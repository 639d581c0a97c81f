import { assertFullRef, assertObjectId, isZeroOid } from '../objects/object-id.ts';
import { GitError, isGitError } from '../process/git-error.ts';
import { runGit } from '../process/run-git.ts';
import { readRef } from './read-ref.ts';
import { KEEP_AROUND_PREFIX } from './ref-name.ts';
import { freeRefLocks } from './stale-locks.ts';

export interface RefUpdate {
  /** Full name. */
  ref: string;
  /** What the ref must be now; zeros: it must not exist. There is no way to leave it out. */
  oldSha: string;
  /** What it becomes; zeros: removed. */
  newSha: string;
}

const MAX_UPDATES = 10_000;
const MAX_LOOKED_AT = 20;

/**
 * Moves refs in one transaction: all or none. Throws `stale_ref` when one is not where the caller believed, `locked` when
 * another write holds one for long, `conflict` when `a` and `a/b` would both exist, `not_found` when the new object is missing.
 * Commits of `keepAround` are kept from maintenance with it, at no price.
 */
export async function updateRefs(
  repo: string,
  updates: readonly RefUpdate[],
  options: { keepAround?: readonly string[] } = {},
): Promise<void> {
  if (updates.length === 0) return;
  if (updates.length > MAX_UPDATES) throw new GitError('too_large', `More than ${MAX_UPDATES} refs in one update.`);
  const kept = [...new Set(options.keepAround)];
  const lines = [...updates.map(instruction), ...kept.map(keepInstruction)];
  const stdin = `start\0${lines.join('')}prepare\0commit\0`;
  const run = () => runGit(repo, ['update-ref', '--stdin', '-z'], { stdin });
  try {
    await run().catch(async (error: unknown) => {
      if (!isGitError(error, 'locked')) throw error;
      await refuseStale(repo, updates);
      const refs = [...updates.map((update) => update.ref), ...kept.map((sha) => `${KEEP_AROUND_PREFIX}${sha}`)];
      await freeRefLocks(repo, refs);
      await run();
    });
  } catch (error) {
    throw refined(error, updates);
  }
}

/** Who comes too late need not wait for a lock to hear it. Of long lists only the beginning is looked at. */
async function refuseStale(repo: string, updates: readonly RefUpdate[]): Promise<void> {
  for (const { ref, oldSha } of updates.slice(0, MAX_LOOKED_AT)) {
    const now = await readRef(repo, ref);
    if (isZeroOid(oldSha) ? now === undefined : now === oldSha) continue;
    const message = `'${ref}' is not where it was believed to be.`;
    throw new GitError('stale_ref', message, { stderr: message });
  }
}

function instruction({ ref, oldSha, newSha }: RefUpdate): string {
  assertFullRef(ref);
  assertObjectId(oldSha);
  assertObjectId(newSha);
  if (isZeroOid(newSha)) {
    if (isZeroOid(oldSha))
      throw new GitError('invalid_ref', 'A ref that does not exist cannot be removed.', { details: { ref } });
    return `delete ${ref}\0${oldSha}\0`;
  }
  if (isZeroOid(oldSha)) return `create ${ref}\0${newSha}\0`;
  return `update ${ref}\0${newSha}\0${oldSha}\0`;
}

/** Its name says what it points at, so it cannot be elsewhere: nothing is to be compared. */
function keepInstruction(sha: string): string {
  return `update ${KEEP_AROUND_PREFIX}${assertObjectId(sha)}\0${sha}\0\0`;
}

function refined(error: unknown, updates: readonly RefUpdate[]): unknown {
  if (!(error instanceof GitError)) return error;
  const ref = /'(refs\/[^']+)'/.exec(error.stderr)?.[1] ?? updates[0]?.ref;
  // "trying to write ref … with nonexistent object" and "… non-commit object to branch" name a bad new value.
  const kind = /nonexistent object|non-commit object/.test(error.stderr) ? 'not_found' : error.kind;
  return new GitError(kind, error.message, {
    stderr: error.stderr,
    exitCode: error.exitCode,
    details: { ref },
    cause: error,
  });
}
