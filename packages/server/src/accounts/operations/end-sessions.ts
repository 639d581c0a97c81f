import { AppError } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../platform/audit.ts';
import { defineOperation } from '../../platform/operation.ts';
import { mayOnInstance } from '../abilities.ts';
import { announceAccessEnd, endSessions } from '../access-end.ts';
import { currentSessionId, selfActor } from '../self.ts';
import { deleteSession } from '../store/sessions.ts';

/** Ends one of the own sessions. Throws not_found for one of someone else, as for none. */
export const endSession = defineOperation({
  name: 'account.end_session',
  load: async (ctx, _input: { id: number }) => selfActor(ctx),
  check: (ctx) => mayOnInstance(ctx, 'change_account'),
  run: async (ctx, self, { id }) => {
    if (!(await deleteSession(ctx.db, self.id, id))) throw new AppError('not_found', { resource: 'Session' });
    await announceAccessEnd(ctx, self.id, { sessionIds: [id] });
    await audit(ctx, 'session.ended', { type: 'user', id: self.id }, { sessionId: id });
  },
});

/** Ends all own sessions but the one in use; returns how many there were. */
export const endOtherSessions = defineOperation({
  name: 'account.end_other_sessions',
  load: async (ctx, _input: object) => selfActor(ctx),
  check: (ctx) => mayOnInstance(ctx, 'change_account'),
  run: async (ctx, self) => {
    const count = await endSessions(ctx, self.id, currentSessionId(ctx));
    await audit(ctx, 'session.others_ended', { type: 'user', id: self.id }, { count });
    return count;
  },
});
