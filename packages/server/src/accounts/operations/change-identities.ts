import { AppError, failFields } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { defineOperation } from '../../platform/operation.ts';
import { mayOnInstance } from '../abilities.ts';
import { lockAnybody } from '../self.ts';
import { deleteIdentity, saveIdentity } from '../store/identities.ts';

export type IdentityInput = { provider?: string | undefined; externUid?: string | undefined };

/** Records an account elsewhere, where one is given. It opens nothing by itself. Both parts are needed. */
export async function recordIdentity(
  ctx: Context,
  userId: number,
  { provider, externUid }: IdentityInput,
): Promise<void> {
  if (provider === undefined && externUid === undefined) return;
  if (provider === undefined) return failFields({ provider: ["can't be blank"] });
  if (externUid === undefined) return failFields({ extern_uid: ["can't be blank"] });
  await saveIdentity(ctx.db, userId, { provider, externUid });
  await audit(ctx, 'user.identity_saved', { type: 'user', id: userId }, { provider, extern_uid: externUid });
}

export const removeIdentity = defineOperation({
  name: 'user.remove_identity',
  load: (ctx, input: { id: number; provider: string }) => lockAnybody(ctx, input.id),
  check: (ctx) => mayOnInstance(ctx, 'administer'),
  run: async (ctx, user, { provider }) => {
    if (!(await deleteIdentity(ctx.db, user.id, provider))) throw new AppError('not_found', { resource: 'Identity' });
    await audit(ctx, 'user.identity_removed', { type: 'user', id: user.id }, { provider });
  },
});
