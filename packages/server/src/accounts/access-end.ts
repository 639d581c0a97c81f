import { type Context } from '../platform/context.ts';
import { publish } from '../platform/events.ts';
import { accessTopic, type EndedAccess } from '../platform/realtime/access-end.ts';
import { deleteSessionsOf } from './store/sessions.ts';

/** Ends open streams that rest on what has just been taken away; heard by every process when the transaction commits. */
export async function announceAccessEnd(ctx: Context, userId: number, ended: EndedAccess): Promise<void> {
  await publish(ctx, accessTopic(userId), 'ended', ended);
}

/** Ends all sessions of a user (but one) and what hangs on them. */
export async function endSessions(ctx: Context, userId: number, exceptId?: number): Promise<number> {
  const sessionIds = await deleteSessionsOf(ctx.db, userId, exceptId);
  if (sessionIds.length > 0) await announceAccessEnd(ctx, userId, { sessionIds });
  return sessionIds.length;
}
