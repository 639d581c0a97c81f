import { audit } from '../../platform/audit.ts';
import { type Context, transact } from '../../platform/context.ts';
import { announceAccessEnd } from '../access-end.ts';
import { deleteSession } from '../store/sessions.ts';

/** Ends the session in use, for good: its cookie is worth nothing afterwards. Nothing to do without one. */
export async function signOut(ctx: Context): Promise<void> {
  const { actor } = ctx;
  if (actor.kind !== 'user' || actor.credential.kind !== 'session') return;
  const { sessionId } = actor.credential;
  await transact(ctx, async (inner) => {
    await deleteSession(inner.db, actor.id, sessionId);
    await announceAccessEnd(inner, actor.id, { sessionIds: [sessionId] });
    await audit(inner, 'session.ended', { type: 'user', id: actor.id }, { sessionId });
  });
}
