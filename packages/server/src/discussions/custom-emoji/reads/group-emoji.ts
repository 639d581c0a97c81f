import type { Context } from '../../../platform/context.ts';
import { picturePath } from '../picture.ts';
import { type CustomEmojiRow, listCustomEmoji } from '../store.ts';
import { visibleEmoji } from './visible-emoji.ts';

/** The group's own emoji, or all that can be used below it. */
export function groupEmoji(ctx: Context, groupId: number, withAncestors: boolean): Promise<CustomEmojiRow[]> {
  return withAncestors ? visibleEmoji(ctx, groupId) : listCustomEmoji(ctx.db, [groupId]);
}

export function pictureUrl(ctx: Context, row: CustomEmojiRow): string {
  return `${ctx.config.url}${picturePath(row.file_name)}`;
}
