import type { UserStatusView } from '@tributary/contract/accounts/user-view.ts';
import type { Context } from '../../platform/context.ts';
import { renderMarkdown } from '../../platform/markup/index.ts';
import { findStatus } from '../store/statuses.ts';

/** What somebody says of themselves now; null when nothing. Whether the actor may know is the caller's to ask. */
export async function findUserStatus(ctx: Context, userId: number): Promise<UserStatusView | null> {
  const row = await findStatus(ctx.db, userId, ctx.clock.now());
  if (!row) return null;
  const { emoji, message, availability, clear_at: clearAt } = row;
  const unlinked = { resolveReference: new Map<never, never>() };
  const messageHtml = message === '' ? '' : (await renderMarkdown(message, unlinked)).html;
  return { emoji, message, messageHtml, availability, clearAt: clearAt?.toISOString() ?? null };
}
