import { AppError } from '@tributary/contract/errors/app-error.ts';
import { branchRef, isZeroOid, readRefs, tagRef } from '@tributary/git';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { deleteIntents, insertIntents, listCreatingIntents } from '../store/push-store.ts';
import { refKindOf } from './describe-move.ts';
import { sealPushOptions } from './push-registry.ts';
import type { RefMove } from './ref-move.ts';

type Push = { projectId: number; pushKey: string; moves: readonly RefMove[]; pushOptions?: readonly string[] };

/**
 * Writes down what is about to move, then asks once more whether a new branch would be named like a tag, or the reverse.
 * Whoever creates the other one at the same moment has written that down, or has moved it: of two, one at least meets the
 * other, and nothing of it is left written down.
 */
export async function recordIntents(ctx: Context, repo: string, push: Push): Promise<void> {
  const { pushOptions = [], ...moved } = push;
  const sealedOptions = pushOptions.length === 0 ? null : sealPushOptions(ctx, pushOptions);
  await insertIntents(ctx.db, { ...moved, sealedOptions, actorId: actorId(ctx.actor) ?? null });
  const twins = twinsOf(push.moves);
  if (twins.size === 0) return;
  // Those under way first: what is not any more has moved by then.
  const [other] = await listCreatingIntents(ctx.db, push.projectId, [...twins.keys()]);
  const [met] = other === undefined ? (await readRefs(repo, [...twins.keys()])).keys() : [other];
  if (met === undefined) return;
  await deleteIntents(ctx.db, push.pushKey);
  const { kind, name } = twins.get(met) ?? { kind: 'branch', name: met };
  throw new AppError(kind === 'branch' ? 'branch_named_like_tag' : 'tag_named_like_branch', { name });
}

/** By the ref that must not be there: what is created. */
function twinsOf(moves: readonly RefMove[]): Map<string, { kind: 'branch' | 'tag'; name: string }> {
  const moving = new Set(moves.map((move) => move.ref));
  const twins = new Map<string, { kind: 'branch' | 'tag'; name: string }>();
  for (const { ref, oldSha, newSha } of moves) {
    const created = isZeroOid(oldSha) && !isZeroOid(newSha) ? refKindOf(ref) : undefined;
    if (!created) continue;
    const twin = created.kind === 'branch' ? tagRef(created.name) : branchRef(created.name);
    // Of one push it was asked before.
    if (!moving.has(twin)) twins.set(twin, created);
  }
  return twins;
}
