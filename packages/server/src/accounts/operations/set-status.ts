import { DEFAULT_STATUS_EMOJI } from '@tributary/contract/accounts/limits.ts';
import { STATUS_DURATIONS_MINUTES, type StatusInput } from '@tributary/contract/accounts/status.ts';
import { failFields } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { findEmoji } from '../../platform/markup/emoji.ts';
import { defineOperation } from '../../platform/operation.ts';
import { mayOnInstance } from '../abilities.ts';
import { lockSelf } from '../self.ts';
import { deleteStatus, findStatus, saveStatus } from '../store/statuses.ts';
import type { UserRow } from '../store/users.ts';

/** With `keepsRest` what is not named stays as it is; else it is as if it had been named empty. */
export type SetStatusInput = StatusInput & { keepsRest: boolean };

/** Says what a user says of themselves now; nothing but the usual sign means that they say nothing. */
export const setStatus = defineOperation<SetStatusInput, UserRow, void>({
  name: 'account.set_status',
  load: (ctx) => lockSelf(ctx),
  check: (ctx) => mayOnInstance(ctx, 'change_account'),
  run: async (ctx, user, input) => {
    const before = input.keepsRest ? await findStatus(ctx.db, user.id, ctx.clock.now()) : undefined;
    const emoji = input.emoji || before?.emoji || DEFAULT_STATUS_EMOJI;
    if (!findEmoji(emoji)) failFields({ emoji: ['is not a valid emoji name'] });
    const message = (input.message ?? before?.message ?? '').trim();
    const availability = input.availability ?? before?.availability ?? 'not_set';
    const isSilent = emoji === DEFAULT_STATUS_EMOJI && message === '' && availability === 'not_set';
    if (isSilent) return deleteStatus(ctx.db, user.id);
    const clearAt = endOf(ctx, input) ?? before?.clear_at ?? null;
    await saveStatus(ctx.db, { user_id: user.id, emoji, message, availability, clear_at: clearAt });
  },
});

function endOf(ctx: Context, { clear_status_after: after }: StatusInput): Date | undefined {
  if (after === undefined) return undefined;
  return new Date(ctx.clock.now().getTime() + STATUS_DURATIONS_MINUTES[after] * 60_000);
}
