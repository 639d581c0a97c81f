import { randomUUID } from 'node:crypto';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { findSshKeyActor, noteSshKeyUse } from '../../accounts/index.ts';
import { ANONYMOUS, type UserActor } from '../../platform/actor.ts';
import { type Context, contextFor, type Platform } from '../../platform/context.ts';

/** Who is at the other end: the key that was proven, and where from. */
export type KeyHolder = { fingerprint: string; ip: string | undefined };

export function anonymousContext(platform: Platform, ip: string | undefined): Context {
  return contextFor(platform, ANONYMOUS, { id: randomUUID(), ip });
}

async function findActor(ctx: Context, fingerprint: string): Promise<UserActor> {
  const actor = await findSshKeyActor(ctx, fingerprint);
  if (!actor) throw new AppError('ssh_key_denied');
  return actor;
}

/** Is there anybody whom this key lets in? Asked before it is proven. */
export async function isKnownKey(ctx: Context, fingerprint: string): Promise<boolean> {
  return (await findSshKeyActor(ctx, fingerprint)) !== undefined;
}

export const noteKeyUse = noteSshKeyUse;

/** How the holder is greeted. */
export async function nameOfHolder(platform: Platform, { fingerprint, ip }: KeyHolder): Promise<string> {
  return `@${(await findActor(anonymousContext(platform, ip), fingerprint)).username}`;
}

/** The context that the holder acts in, looked up anew: a key may have been removed a moment ago. */
export async function contextOfHolder(platform: Platform, { fingerprint, ip }: KeyHolder): Promise<Context> {
  const anonymous = anonymousContext(platform, ip);
  const proveActor = () => findActor(anonymous, fingerprint);
  return { ...anonymous, actor: await proveActor(), proveActor };
}
