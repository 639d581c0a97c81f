import { canReadExternalEmails } from '../../../discussions/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { IssueAccess } from '../issue-access.ts';
import { maskAddress } from './addresses.ts';
import { listEmailParticipants } from './store.ts';

/** Who outside hears of comments, as this reader may know it. */
export async function visibleEmailParticipants(
  ctx: Context,
  { row, policy }: IssueAccess,
): Promise<{ email: string }[]> {
  const participants = await listEmailParticipants(ctx.db, row.id);
  const showsFull = canReadExternalEmails(ctx.actor, { policy });
  return participants.map(({ email }) => ({ email: showsFull ? email : maskAddress(email) }));
}
