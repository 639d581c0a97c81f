import {
  aheadBehind,
  BRANCH_PREFIX,
  branchRef,
  countCommits,
  findCommit,
  isGitError,
  isZeroOid,
  nearbyCommits,
  readRef,
  TAG_PREFIX,
} from '@tributary/git';
import type { RefMove } from './ref-move.ts';

/** What a move means, in the words of events. */
export type DescribedMove = RefMove & {
  refKind: 'branch' | 'tag';
  name: string;
  action: 'created' | 'updated' | 'deleted';
  isForced: boolean;
  commitCount: number;
  commitTitle: string | null;
};

const MAX_COUNTED_COMMITS = 10_000;
/** Each counted branch costs a process; a push of very many is only told by its names. */
const MAX_COUNTED_MOVES = 25;
/** Beyond these a push is told by its names alone. */
const MAX_TITLED_MOVES = 500;

export function refKindOf(ref: string): { kind: 'branch' | 'tag'; name: string } | undefined {
  if (ref.startsWith(BRANCH_PREFIX)) return { kind: 'branch', name: ref.slice(BRANCH_PREFIX.length) };
  if (ref.startsWith(TAG_PREFIX)) return { kind: 'tag', name: ref.slice(TAG_PREFIX.length) };
  return undefined;
}

export function actionOf(move: RefMove): DescribedMove['action'] {
  if (isZeroOid(move.oldSha)) return 'created';
  return isZeroOid(move.newSha) ? 'deleted' : 'updated';
}

/** Moves of branches and tags with their counts; other refs are nobody's business and left out. */
export async function describeMoves(
  repo: string,
  moves: readonly RefMove[],
  defaultBranch: string | null,
): Promise<DescribedMove[]> {
  const known = moves.flatMap((move) => {
    const kind = refKindOf(move.ref);
    return kind ? [{ move, kind }] : [];
  });
  return Promise.all(known.map(({ move, kind }, index) => describe(repo, move, kind, defaultBranch, index)));
}

async function describe(
  repo: string,
  move: RefMove,
  { kind, name }: { kind: 'branch' | 'tag'; name: string },
  defaultBranch: string | null,
  index: number,
): Promise<DescribedMove> {
  const base = {
    ...move,
    refKind: kind,
    name,
    action: actionOf(move),
    isForced: false,
    commitCount: 0,
    commitTitle: null,
  };
  if (base.action === 'deleted' || index >= MAX_TITLED_MOVES) return base;
  try {
    const commitTitle = (await findCommit(repo, move.newSha))?.subject ?? null;
    if (kind === 'tag' || index >= MAX_COUNTED_MOVES) return { ...base, commitTitle };
    return { ...base, commitTitle, ...(await count(repo, move, base.action, name, defaultBranch)) };
  } catch (error) {
    // The objects may be gone again by the time an old push is recovered: the event is told without its counts.
    if (isGitError(error, 'not_found') || isGitError(error, 'timeout')) return base;
    throw error;
  }
}

async function count(
  repo: string,
  move: RefMove,
  action: DescribedMove['action'],
  name: string,
  defaultBranch: string | null,
): Promise<{ isForced: boolean; commitCount: number }> {
  if (action === 'updated') {
    const nearby = await nearbyCommits(repo, move.oldSha, move.newSha);
    if (nearby) return { isForced: nearby.behind > 0, commitCount: nearby.ahead.length };
    const { ahead, behind } = await aheadBehind(repo, move.oldSha, move.newSha, MAX_COUNTED_COMMITS);
    return { isForced: behind > 0, commitCount: ahead };
  }
  const main =
    defaultBranch === null || defaultBranch === name ? undefined : await readRef(repo, branchRef(defaultBranch));
  const nearby = main === undefined ? undefined : await nearbyCommits(repo, main, move.newSha);
  if (nearby) return { isForced: false, commitCount: nearby.ahead.length };
  const commitCount = await countCommits(repo, {
    rev: move.newSha,
    ...(main !== undefined && { notRevs: [main] }),
    max: MAX_COUNTED_COMMITS,
  });
  return { isForced: false, commitCount };
}
