import { audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { emit, publish } from '../../platform/events.ts';
import type { MemberContainer } from './member-store.ts';

/**
 * What follows every change of a role, in its transaction: the trail, the event, and a sign to the user's open
 * streams to ask for their rights again. Level 0 means that the role is gone.
 */
export async function recordMemberChange(
  ctx: Context,
  place: MemberContainer,
  userId: number,
  change: { from: number; to: number; expiresAt?: string | null | undefined; reason?: string },
): Promise<void> {
  const action = change.to === 0 ? 'member.removed' : change.from === 0 ? 'member.added' : 'member.changed';
  await audit(ctx, action, { type: place.kind, id: place.id }, { user_id: userId, ...change });
  await emit(ctx, 'member.changed', {
    userId,
    projectId: place.kind === 'project' ? place.id : null,
    namespaceId: place.kind === 'group' ? place.id : null,
    level: change.to,
    from: change.from,
  });
  await publish(ctx, `user:${userId}`, 'access_changed', { kind: place.kind, id: place.id });
}
