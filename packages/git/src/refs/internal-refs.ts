import { ZERO_OID, assertObjectId } from '../objects/object-id.ts';
import { isGitError } from '../process/git-error.ts';
import { listRefNames, readRefs } from './read-ref.ts';
import { KEEP_AROUND_PREFIX, MERGE_REQUEST_PREFIX } from './ref-name.ts';
import { updateRefs } from './update-refs.ts';

const ATTEMPTS = 5;

/** Makes sure that maintenance never removes these commits: every id the database names needs this. Safe to repeat. */
export async function keepAround(repo: string, shas: readonly string[]): Promise<void> {
  await pointRefs(repo, keepAroundRefs(shas));
}

/** The ref of a merge request's head, or of another kind, and those that keep what its version names, written together. Else as `writeMergeRequestRef`. */
export async function keepMergeRequestHead(
  repo: string,
  iid: number,
  headSha: string,
  shas: readonly string[],
  kind: MergeRequestRefKind = 'head',
): Promise<void> {
  await pointRefs(repo, keepAroundRefs(shas).set(mergeRequestRef(iid, kind), assertObjectId(headSha)));
}

function keepAroundRefs(shas: readonly string[]): Map<string, string> {
  return new Map(shas.map((sha) => [KEEP_AROUND_PREFIX + assertObjectId(sha), sha]));
}

/** Points refs, by name, at objects from wherever they are now. */
async function pointRefs(repo: string, wanted: ReadonlyMap<string, string>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const known = await readRefs(repo, [...wanted.keys()]);
    const moves = [...wanted].map(([ref, newSha]) => ({ ref, oldSha: known.get(ref) ?? ZERO_OID, newSha }));
    try {
      await updateRefs(
        repo,
        moves.filter((move) => move.oldSha !== move.newSha),
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
  await pointRefs(repo, new Map([[mergeRequestRef(iid, kind), assertObjectId(sha)]]));
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
