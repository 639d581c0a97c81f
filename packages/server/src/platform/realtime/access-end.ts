import type { Actor } from '../actor.ts';
import type { RealtimeMessage } from './hub.ts';

/** What stopped giving access: everything of the user, or single sessions or tokens. */
export type EndedAccess = { all?: true; sessionIds?: number[]; tokenIds?: number[] };

/** Heard by connections themselves; no guard is defined for it, so nobody else can subscribe. */
export function accessTopic(userId: number): string {
  return `access_end:${userId}`;
}

/** Does this message take away what the connection of this actor rests on? */
export function endsAccessOf(actor: Actor, message: RealtimeMessage): boolean {
  if (actor.kind !== 'user' || message.event !== 'ended') return false;
  const ended: EndedAccess = message.data;
  if (ended.all) return true;
  const { credential } = actor;
  if (credential.kind === 'session') return ended.sessionIds?.includes(credential.sessionId) ?? false;
  return credential.kind === 'token' && (ended.tokenIds?.includes(credential.tokenId) ?? false);
}
