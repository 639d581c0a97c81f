import type { Extensions } from '../../../platform/extensions.ts';
import { defineUnsubscribe, leavePath } from '../../../notifications/index.ts';
import { SYSTEM } from '../../../platform/actor.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { loadIssue } from '../operations/load-issue.ts';
import { unsubscribedText } from './addresses.ts';
import { deleteEmailParticipants, findEmailParticipant } from './store.ts';
import { publishParticipantsChange } from './publish-participants-change.ts';

const NAME = 'outside';

/** Where someone without an account stops the mails about an issue. */
export function outsideLeavePath(ctx: Context, participantId: number): string {
  return leavePath(ctx, NAME, String(participantId));
}

export const emailParticipantsLeaveIssue: Extensions = [
  /** Its link is for the address that it was sent to, as long as that is there. */
  defineUnsubscribe({
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
        await publishParticipantsChange(inner, found, unsubscribedText(participant.email));
      }),
  }),
];
