import type { Context } from '../../../platform/context.ts';
import { todayOf } from '../../access/project-access.ts';
import { countOtherOwners, type MemberContainer } from '../member-store.ts';

/** Would the group have nobody left to manage it? Projects are managed from their namespace. */
export async function isLastOwner(
  ctx: Context,
  place: MemberContainer,
  member: { user_id: number; access_level: number },
): Promise<boolean> {
  if (place.kind === 'project' || member.access_level < 50) return false;
  return (await countOtherOwners(ctx.db, place.id, member.user_id, todayOf(ctx))) === 0;
}
