import { sharedCatFiles } from '../process/cat-file-pool.ts';
import { BRANCH_PREFIX, TAG_PREFIX } from '../refs/ref-name.ts';
import { getDefaultBranch } from '../refs/default-branch.ts';
import { isFullRef } from './object-id.ts';

export interface ResolvedRevision {
  /** What the name points at: for an annotated tag, the tag object. */
  sha: string;
  commitSha: string;
  kind: 'branch' | 'tag' | 'sha';
  /** Full ref name; null for a sha. */
  ref: string | null;
  /** Short name of the branch or tag, or the full sha. */
  name: string;
  /** Where steps such as `~2` lead on from; whoever shows the commit must be allowed to see this one too. */
  startSha?: string;
}

const SHORT_SHA = /^[0-9a-f]{7,64}$/i;
const MAX_REF_SEGMENTS = 12;

/** `~`, `~2`, `^`, `^2`, `^{}`, `^{commit}`: the only rev syntax there is, behind what is found without it. */
const STEPS = /(?:~\d{0,6}|\^(?:\d{1,3}|\{(?:commit)?\})?)+$/;
const MAX_STEPS = 50;

/**
 * What a user typed as a ref, never ambiguous: a branch, else a tag, else a commit id (7 or more digits). A full
 * `refs/heads/…` or `refs/tags/…` and `HEAD` are taken at their word. Behind each may stand how to go on to a commit before
 * it (`main~2`, `HEAD^2`, `v1^{}`); no other rev syntax is known. Undefined when nothing matches.
 *
 * NOTE: a sha is answered for any commit the repository stores; whoever shows it must also ask `isCommitReachable`
 * unless the id comes from our own records.
 */
export async function resolveRevision(repo: string, name: string): Promise<ResolvedRevision | undefined> {
  const [steps] = STEPS.exec(name) ?? [];
  // No name of a ref has these characters.
  if (steps === undefined || steps === name) return resolveName(repo, name);
  if ((steps.match(/[~^]/g)?.length ?? 0) > MAX_STEPS) return undefined;
  const start = await resolveName(repo, name.slice(0, -steps.length));
  if (start === undefined) return undefined;
  const commit = await sharedCatFiles().info(repo, `${start.commitSha}${steps}`);
  if (commit?.type !== 'commit') return undefined;
  const { commitSha: startSha } = start;
  return { sha: commit.oid, commitSha: commit.oid, kind: 'sha', ref: null, name: commit.oid, startSha };
}

async function resolveName(repo: string, name: string): Promise<ResolvedRevision | undefined> {
  if (name === 'HEAD') {
    const branch = await getDefaultBranch(repo);
    return resolveRef(repo, BRANCH_PREFIX + branch, branch, 'branch');
  }
  if (name.startsWith(BRANCH_PREFIX)) return resolveRef(repo, name, name.slice(BRANCH_PREFIX.length), 'branch');
  if (name.startsWith(TAG_PREFIX)) return resolveRef(repo, name, name.slice(TAG_PREFIX.length), 'tag');
  const [branch, tag, sha] = await Promise.all([
    resolveRef(repo, BRANCH_PREFIX + name, name, 'branch'),
    resolveRef(repo, TAG_PREFIX + name, name, 'tag'),
    resolveSha(repo, name),
  ]);
  return branch ?? tag ?? sha;
}

/**
 * Splits the tail of a web address, `feature/x/src/a.ts`, into ref and path by the refs that exist. The same order as
 * `resolveRevision`: branches (longest first), tags, a commit id.
 */
export async function splitRefAndPath(
  repo: string,
  refAndPath: string,
): Promise<{ ref: ResolvedRevision; path: string } | undefined> {
  const segments = refAndPath.replaceAll(/^\/+|\/+$/g, '').split('/');
  const lengths = Array.from(
    { length: Math.min(segments.length, MAX_REF_SEGMENTS) },
    (_unused, index) => index + 1,
  ).toReversed();
  const candidates = await Promise.all(
    lengths.map(async (length) => ({ length, ref: await resolveRevision(repo, segments.slice(0, length).join('/')) })),
  );
  for (const kind of ['branch', 'tag', 'sha'] as const) {
    for (const { length, ref } of candidates) {
      if (ref?.kind === kind) return { ref, path: segments.slice(length).join('/') };
    }
  }
  return undefined;
}

async function resolveRef(
  repo: string,
  ref: string,
  name: string,
  kind: 'branch' | 'tag',
): Promise<ResolvedRevision | undefined> {
  if (!isFullRef(ref)) return undefined;
  const pool = sharedCatFiles();
  const [object, commit] = await Promise.all([pool.info(repo, ref), pool.info(repo, `${ref}^{commit}`)]);
  if (object === null || commit === null || commit.type !== 'commit') return undefined;
  return { sha: object.oid, commitSha: commit.oid, kind, ref, name };
}

async function resolveSha(repo: string, text: string): Promise<ResolvedRevision | undefined> {
  if (!SHORT_SHA.test(text)) return undefined;
  const digits = text.toLowerCase();
  const pool = sharedCatFiles();
  const commit = await pool.info(repo, `${digits}^{commit}`);
  // A ref outside heads and tags could answer to the same word; the digits must be those of the commit itself.
  if (commit === null || commit.type !== 'commit' || !commit.oid.startsWith(digits)) return undefined;
  return { sha: commit.oid, commitSha: commit.oid, kind: 'sha', ref: null, name: commit.oid };
}
