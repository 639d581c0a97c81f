import { defineLeaving, leavePath } from '../../../notifications/index.ts';
import { SYSTEM } from '../../../platform/actor.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { loadIssue } from '../operations/load-issue.ts';
import { leftText } from './addresses.ts';
import { deleteEmailParticipants, findEmailParticipant } from './store.ts';
import { tellParticipants } from './tell-participants.ts';

const NAME = 'outside';

/** Where somebody without an account stops the mails about an issue. */
export function outsideLeavePath(ctx: Context, participantId: number): string {
  return leavePath(ctx, NAME, String(participantId));
}

/** Its link is for the address that it was sent to, as long as that is there. */
defineLeaving({
  name: NAME,
  earlierPurpose: 'leave-issue-mail',
  find: async (ctx, named) => {
    const participant = await findEmailParticipant(ctx.db, Number(named));
    return participant && { who: participant.email, noun: 'issue', isMember: false };
  },
  leave: (ctx, named) =>
    transact({ ...ctx, actor: SYSTEM }, async (inner) => {
      const participant = await findEmailParticipant(inner.db, Number(named));
      if (!participant) return;
      const found = await loadIssue(inner, participant.issueId);
      if (!(await deleteEmailParticipants(inner.db, [participant.id]))) return;
      await tellParticipants(inner, found, leftText(participant.email));
    }),
});
