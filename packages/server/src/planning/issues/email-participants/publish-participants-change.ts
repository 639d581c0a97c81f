import { addSystemNote } from '../../../discussions/index.ts';
import type { Context } from '../../../platform/context.ts';
import { publish } from '../../../platform/events.ts';
import { type IssueAccess, issueTopic } from '../issue-access.ts';
import { issueNoteable } from '../noteable.ts';
import type { ParticipantsText } from './addresses.ts';

/** Notes it down with the addresses masked for those who may not read them, and lets open pages know. */
export async function publishParticipantsChange(
  ctx: Context,
  found: IssueAccess,
  text: ParticipantsText,
): Promise<void> {
  await addSystemNote(ctx, issueNoteable(found), { action: 'email_participants', ...text });
  await publish(ctx, issueTopic(found.row.id), 'changed', { id: found.row.id, changed: ['email_participants'] });
}
