import type { Context } from '../../../platform/context.ts';
import { emojiImagePath } from '../emoji-image.ts';
import { type CustomEmojiRow, listCustomEmoji } from '../store.ts';
import { visibleEmoji } from './visible-emoji.ts';

/** The group's own emoji, or all that can be used below it. */
export function groupEmoji(ctx: Context, groupId: number, withAncestors: boolean): Promise<CustomEmojiRow[]> {
  return withAncestors ? visibleEmoji(ctx, groupId) : listCustomEmoji(ctx.db, [groupId]);
}

export function emojiImageUrl(ctx: Context, row: CustomEmojiRow): string {
  return `${ctx.config.url}${emojiImagePath(row.file_name)}`;
}
