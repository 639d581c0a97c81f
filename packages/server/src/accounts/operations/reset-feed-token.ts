import { audit } from '../../platform/audit.ts';
import { defineOperation } from '../../platform/operation.ts';
import { randomToken } from '../../platform/secrets.ts';
import { mayOnInstance, needsFreshSession } from '../abilities.ts';
import { lockSelf, selfActor } from '../self.ts';
import { updateUserRow } from '../store/users.ts';

const PREFIX = 'glft-';

/**
 * Makes the token that opens the user's Atom feeds to readers without a session; the one before stops working at once.
 * Returned now and never again: only the digest is kept.
 */
export const resetFeedToken = defineOperation({
  name: 'account.reset_feed_token',
  load: (ctx, _input: object) => lockSelf(ctx),
  check: async (ctx) => {
    const refusal = mayOnInstance(ctx, 'manage_own_tokens');
    if (refusal) return refusal;
    return selfActor(ctx).credential.kind === 'session' ? needsFreshSession(ctx) : null;
  },
  run: async (ctx, user): Promise<string> => {
    const token = `${PREFIX}${randomToken()}`;
    await updateUserRow(ctx.db, user.id, { feed_token_digest: ctx.secrets.digest(token) });
    await audit(ctx, 'feed_token.reset', { type: 'user', id: user.id });
    return token;
  },
});
