import type { UserActor } from '../platform/actor.ts';
import type { Context } from '../platform/context.ts';
import { actorFor, noteActivity } from './authenticate.ts';
import { findLoginKey, touchSshKey } from './store/keys.ts';
import { findGhost, findUserById } from './store/users.ts';

/** The last use of a key is written at most this often. */
const TOUCH_MS = 60_000;

/** Who stands behind an SSH key with this fingerprint; undefined when it opens nothing (any more). */
export async function findSshKeyActor(ctx: Context, fingerprint: string): Promise<UserActor | undefined> {
  const found = await findLoginKey(ctx.db, fingerprint, ctx.clock.now());
  return found && actorFor(found, { kind: 'ssh_key', keyId: found.key_id });
}

/** Writes down that somebody signed in with this key, which they have proven to hold. */
export async function noteSshKeyUse(ctx: Context, fingerprint: string): Promise<void> {
  const now = ctx.clock.now();
  const found = await findLoginKey(ctx.db, fingerprint, now);
  if (!found) return;
  const { last_used_at: last } = found;
  if (last === null || now.getTime() - last.getTime() > TOUCH_MS) await touchSshKey(ctx.db, found.key_id, now);
  await noteActivity(ctx, found, now);
}

/**
 * Who acts with a deploy key: to read nobody in particular, as with a deploy token; to push whoever created the key, while
 * that account is active.
 */
export async function findDeployKeyActor(
  ctx: Context,
  { keyId, creatorId, canPush }: { keyId: number; creatorId: number | null; canPush: boolean },
): Promise<UserActor | undefined> {
  const credential = { kind: 'deploy_key', keyId, canPush } as const;
  if (!canPush) {
    const ghost = await findGhost(ctx.db);
    return ghost && { ...actorFor(ghost, credential), isExternal: true };
  }
  const creator = creatorId === null ? undefined : await findUserById(ctx.db, creatorId);
  return creator?.state === 'active' ? actorFor(creator, credential) : undefined;
}
