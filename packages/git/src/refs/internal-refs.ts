import { ZERO_OID, assertObjectId } from '../objects/object-id.ts';
import { isGitError } from '../process/git-error.ts';
import { listRefNames, readRef, readRefs } from './read-ref.ts';
import { KEEP_AROUND_PREFIX, MERGE_REQUEST_PREFIX } from './ref-name.ts';
import { updateRefs } from './update-refs.ts';

const ATTEMPTS = 5;

/** Makes sure that upkeep never removes these commits: every id the database names needs this. Safe to repeat. */
export async function keepAround(repo: string, shas: readonly string[]): Promise<void> {
  const wanted = [...new Set(shas.map(assertObjectId))];
  for (let attempt = 1; ; attempt += 1) {
    const known = await readRefs(
      repo,
      wanted.map((sha) => KEEP_AROUND_PREFIX + sha),
    );
    const missing = wanted.filter((sha) => !known.has(KEEP_AROUND_PREFIX + sha));
    try {
      await updateRefs(
        repo,
        missing.map((sha) => ({ ref: KEEP_AROUND_PREFIX + sha, oldSha: ZERO_OID, newSha: sha })),
      );
      return;
    } catch (error) {
      // Another process kept the same commit in the same moment.
      if (attempt === ATTEMPTS || !(isGitError(error, 'stale_ref') || isGitError(error, 'locked'))) throw error;
    }
  }
}

export type MergeRequestRefKind = 'head' | 'merge' | 'train';

/** Points `refs/merge-requests/<iid>/<kind>` at a commit, from wherever it is now. The caller holds the merge request's lock. */
export async function writeMergeRequestRef(
  repo: string,
  iid: number,
  sha: string,
  kind: MergeRequestRefKind = 'head',
): Promise<void> {
  const ref = mergeRequestRef(iid, kind);
  for (let attempt = 1; ; attempt += 1) {
    const oldSha = (await readRef(repo, ref)) ?? ZERO_OID;
    if (oldSha === sha) return;
    try {
      await updateRefs(repo, [{ ref, oldSha, newSha: assertObjectId(sha) }]);
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || !(isGitError(error, 'stale_ref') || isGitError(error, 'locked'))) throw error;
    }
  }
}

export function mergeRequestRef(iid: number, kind: MergeRequestRefKind = 'head'): string {
  return `${MERGE_REQUEST_PREFIX}${Math.trunc(iid)}/${kind}`;
}

export async function deleteMergeRequestRefs(repo: string, iid: number): Promise<void> {
  const refs = await listRefNames(repo, `${MERGE_REQUEST_PREFIX}${Math.trunc(iid)}/`);
  await updateRefs(
    repo,
    refs.map(({ ref, sha }) => ({ ref, oldSha: sha, newSha: ZERO_OID })),
  );
}
