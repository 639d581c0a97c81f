import { SYSTEM } from '../../../platform/actor.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { loadIssue } from '../operations/load-issue.ts';
import { leftText } from './addresses.ts';
import { findByLeaveToken } from './leave-link.ts';
import { deleteEmailParticipants } from './store.ts';
import { tellParticipants } from './tell-participants.ts';

/**
 * Stops the mails to the address that the link was sent to. The link alone gives the right, for those who have no account;
 * used again it changes nothing.
 */
export async function leaveIssue(ctx: Context, token: string): Promise<void> {
  await transact({ ...ctx, actor: SYSTEM }, async (inner) => {
    const participant = await findByLeaveToken(inner, token);
    if (!participant) return;
    const found = await loadIssue(inner, participant.issueId);
    if (!(await deleteEmailParticipants(inner.db, [participant.id]))) return;
    await tellParticipants(inner, found, leftText(participant.email));
  });
}
