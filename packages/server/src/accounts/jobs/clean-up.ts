import type { Extensions } from '../../platform/extensions.ts';
import { MAX_SESSION_MINUTES } from '@tributary/contract/accounts/limits.ts';
import { defineJob, registerJob, scheduleJob } from '../../platform/jobs.ts';
import { sessionBounds } from '../session-lifetime.ts';
import { deleteExpiredOneTimeTokens } from '../store/one-time-tokens.ts';
import { deletePastStatuses } from '../store/statuses.ts';
import { deleteDeadSessions } from '../store/sessions.ts';

/** Removes sessions that ended by themselves, links that expired and statuses that are over; none counts any more. */
export const cleanUpAccounts = defineJob<Record<string, never>>({
  name: 'clean-up-accounts',
  run: async (ctx) => {
    const { createdSince } = await sessionBounds(ctx);
    // Idle ones are kept for the longest idle time an administrator can choose: the setting may be raised again.
    const usedSince = new Date(ctx.clock.now().getTime() - MAX_SESSION_MINUTES * 60_000);
    await deleteDeadSessions(ctx.db, usedSince, createdSince);
    await deleteExpiredOneTimeTokens(ctx.db, ctx.clock.now());
    await deletePastStatuses(ctx.db, ctx.clock.now());
  },
});

export const accountsCleanUp: Extensions = [registerJob(cleanUpAccounts), scheduleJob('17 3 * * *', cleanUpAccounts)];
