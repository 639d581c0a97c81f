import type { UserStatusView } from '@tributary/contract/accounts/user-view.ts';
import type { Context } from '../../platform/context.ts';
import { renderMarkdown } from '../../platform/markup/index.ts';
import { findEmoji } from '../../platform/markup/emoji.ts';
import { ACCESS, NAMED } from '../../platform/cache/cache-versions.ts';
import { readCached } from '../../platform/cache/request-cache.ts';
import { hidesProfile } from './user-limits.ts';
import { findStatus, listVisibleStatuses } from '../store/statuses.ts';

/** What someone says of themselves now; null when nothing. Whether the actor may know is the caller's to ask. */
export async function findUserStatus(ctx: Context, userId: number): Promise<UserStatusView | null> {
  const row = await findStatus(ctx.db, userId, ctx.clock.now());
  if (!row) return null;
  const { emoji, message, availability, clear_at: clearAt } = row;
  const unlinked = { resolveReference: new Map<never, never>() };
  const messageHtml = message === '' ? '' : (await renderMarkdown(message, unlinked)).html;
  return { emoji, message, messageHtml, availability, clearAt: clearAt?.toISOString() ?? null };
}

/** The same for the actor: nothing of a profile that is hidden from them. */
export async function statusForReader(ctx: Context, userId: number): Promise<UserStatusView | null> {
  return (await hidesProfile(ctx, userId)) ? null : findUserStatus(ctx, userId);
}

/** What users say of themselves beside their names. */
export type VisibleStatus = {
  emoji: string;
  message: string;
  availability: 'not_set' | 'busy';
  clearAt: string | null;
};

/** Of those among these users who say something that everyone may know. */
export async function statusesOf(
  ctx: Context,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, VisibleStatus>> {
  const wanted = [...new Set(userIds)].toSorted((a, b) => a - b);
  if (wanted.length === 0) return new Map();
  const rows = await readCached(ctx, {
    key: `statuses:${wanted.join()}`,
    marks: () => [ACCESS, NAMED],
    load: () => listVisibleStatuses(ctx.db, wanted, ctx.clock.now()),
  });
  const now = ctx.clock.now();
  return new Map(
    (rows ?? [])
      .filter((row) => row.clear_at === null || row.clear_at > now)
      .map(({ user_id: id, emoji, message, availability, clear_at: clearAt }) => [
        id,
        {
          emoji: findEmoji(emoji)?.unicode ?? '',
          message,
          availability,
          clearAt: clearAt?.toISOString() ?? null,
        },
      ]),
  );
}
