import type { Extension } from '../../platform/extensions.ts';
import type { Refusal } from '@tributary/contract/errors/app-error.ts';
import { type Commit, newCommits, type QuarantineEnv } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { guard } from '../../platform/operation.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { refKindOf } from './describe-move.ts';
import type { RefMove } from './ref-move.ts';

/** Refs that are about to move, with what moves them. */
export type GatedPush = {
  repo: string;
  moves: readonly RefMove[];
  /** Where the objects are until the push is accepted; empty where the repository has them. */
  quarantine: QuarantineEnv;
  /** A merge request is merged: its own checks were made. */
  isMerge: boolean;
  /** What it brings from the branches of a merge request was committed by others, who are not asked to answer for it. */
  hasOthersCommits: boolean;
  /** Commits that the product made just now, for the actor. */
  made: ReadonlySet<string>;
  /** The commits that no branch and no tag of the project has yet; found out once for all gates. */
  newCommits: () => Promise<{ commits: readonly Commit[]; truncated: boolean }>;
};

/**
 * May these refs move, as far as what they would hold is concerned? Called by git push, commits of the web, and merges, once
 * rights and names are checked and before anything moves.
 */
export type PushGate = (ctx: Context, access: ProjectAccess, push: GatedPush) => Promise<Refusal | null>;

export const MAX_CHECKED_COMMITS = 20_000;

const gates: PushGate[] = [];

/** Adds a gate. Gates run in the order in which they are added, the first refusal is the answer. */
export function definePushGate(gate: PushGate): Extension {
  return () => {
    gates.push(gate);
  };
}

export type MovesToCheck = {
  moves: readonly RefMove[];
  quarantine?: QuarantineEnv | undefined;
  isMerge?: boolean | undefined;
  hasOthersCommits?: boolean | undefined;
  made?: Iterable<string> | undefined;
};

/** Why these refs may not move, or null. What the product does by itself passes. */
export async function pushGateRefusal(
  ctx: Context,
  access: ProjectAccess,
  { moves, quarantine = {}, isMerge = false, hasOthersCommits = isMerge, made = [] }: MovesToCheck,
): Promise<Refusal | null> {
  const gated = moves.filter(({ ref }) => refKindOf(ref) !== undefined);
  if (ctx.actor.kind === 'system' || gated.length === 0) return null;
  const repo = repositoryOf(ctx, access);
  let commits: ReturnType<GatedPush['newCommits']> | undefined;
  const push: GatedPush = {
    repo,
    moves: gated,
    quarantine,
    isMerge,
    hasOthersCommits,
    made: new Set(made),
    newCommits: () => (commits ??= newCommits(repo, quarantine, gated, MAX_CHECKED_COMMITS)),
  };
  for (const gate of gates) {
    const refusal = await gate(ctx, access, push);
    if (refusal) return refusal;
  }
  return null;
}

/** Throws where a gate refuses. */
export async function askPushGates(ctx: Context, access: ProjectAccess, moves: MovesToCheck): Promise<void> {
  guard(await pushGateRefusal(ctx, access, moves));
}
