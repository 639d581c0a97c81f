import { audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { emit, publish } from '../../platform/events.ts';
import type { MemberContainer } from '../members/member-store.ts';

/** What follows every change of an invitation, in its transaction. Level 0 means that it is gone. */
export async function recordLinkChange(
  ctx: Context,
  place: MemberContainer,
  groupId: number,
  change: { from: number; to: number; expiresAt?: string | null | undefined; reason?: string },
): Promise<void> {
  const action = change.to === 0 ? 'group_link.removed' : change.from === 0 ? 'group_link.added' : 'group_link.changed';
  await audit(ctx, action, { type: place.kind, id: place.id }, { group_id: groupId, ...change });
  await emit(ctx, 'group_link.changed', {
    groupId,
    projectId: place.kind === 'project' ? place.id : null,
    namespaceId: place.kind === 'group' ? place.id : null,
    level: change.to,
  });
  await publish(ctx, `${place.kind}:${place.id}`, 'access_changed', { kind: place.kind, id: place.id });
}
