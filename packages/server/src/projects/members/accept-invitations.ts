import type { Extensions } from '../../platform/extensions.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { findActingUser, onEmailConfirmed } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { type InvitationRow, takeInvitations } from './invitation-store.ts';
import { addMember } from './operations/add-member.ts';

async function accept(ctx: Context, invitation: InvitationRow, userId: number): Promise<void> {
  const inviter = await findActingUser(ctx, invitation.created_by_id);
  if (!inviter) return;
  const place = {
    kind: invitation.project_id === null ? 'group' : 'project',
    id: invitation.project_id ?? invitation.namespace_id ?? 0,
  } as const;
  const { access_level: level, expires_at: expiresAt } = invitation;
  try {
    await addMember({ ...ctx, actor: inviter }, { place, userId, level, expiresAt });
  } catch (error) {
    // Nobody's sign-up fails because a role is over, was given in another way, or cannot be given any more.
    if (!(error instanceof AppError)) throw error;
    ctx.log.info({ code: error.code, invitation: invitation.id }, 'an invitation gave no role');
  }
}

export const membersAcceptInvitations: Extensions = [
  /**
   * Who proves that an address is theirs becomes a member of all that the address was invited to. The rights of each
   * inviter are those of this moment: an invitation gives nothing that they could not give themselves.
   */
  onEmailConfirmed(async (ctx, userId, email) => {
    for (const invitation of await takeInvitations(ctx.db, email)) await accept(ctx, invitation, userId);
  }),
];
