import { randomUUID } from 'node:crypto';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { findSshKeyActor, noteSshKeyUse } from '../../accounts/index.ts';
import { ANONYMOUS, type UserActor } from '../../platform/actor.ts';
import { type Context, contextFor, type Platform } from '../../platform/context.ts';
import { actorOfDeployKey, findDeployKeyTitle, noteDeployKeyUse } from '../../projects/index.ts';

/** Who is at the other end: the key that was proven, and where from. */
export type KeyHolder = { fingerprint: string; ip: string | undefined };

export function anonymousContext(platform: Platform, ip: string | undefined): Context {
  return contextFor(platform, ANONYMOUS, { id: randomUUID(), ip });
}

async function findActor(ctx: Context, fingerprint: string, pushTo?: string): Promise<UserActor> {
  const actor = (await findSshKeyActor(ctx, fingerprint)) ?? (await actorOfDeployKey(ctx, fingerprint, pushTo));
  if (!actor) throw new AppError('ssh_key_denied');
  return actor;
}

/** Is there anybody whom this key lets in? Asked before it is proven. */
export async function isKnownKey(ctx: Context, fingerprint: string): Promise<boolean> {
  const actor = await findSshKeyActor(ctx, fingerprint);
  return actor !== undefined || (await findDeployKeyTitle(ctx, fingerprint)) !== undefined;
}

export async function noteKeyUse(ctx: Context, fingerprint: string): Promise<void> {
  await noteSshKeyUse(ctx, fingerprint);
  await noteDeployKeyUse(ctx, fingerprint);
}

/** How the holder is greeted. */
export async function nameOfHolder(platform: Platform, { fingerprint, ip }: KeyHolder): Promise<string> {
  const ctx = anonymousContext(platform, ip);
  const actor = await findActor(ctx, fingerprint);
  return actor.credential.kind === 'deploy_key'
    ? `deploy key "${await findDeployKeyTitle(ctx, fingerprint)}"`
    : `@${actor.username}`;
}

/**
 * The context that the holder acts in, looked up anew: a key may have been removed a moment ago. A deploy key stands for
 * somebody else when it pushes, so it must be said where to.
 */
export async function contextOfHolder(
  platform: Platform,
  { fingerprint, ip }: KeyHolder,
  pushTo?: string,
): Promise<Context> {
  const anonymous = anonymousContext(platform, ip);
  const proveActor = () => findActor(anonymous, fingerprint, pushTo);
  return { ...anonymous, actor: await proveActor(), proveActor };
}
