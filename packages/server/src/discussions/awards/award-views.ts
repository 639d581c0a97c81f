import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { listUsersByIds } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { findEmoji } from '../../platform/markup/index.ts';
import { canAward } from '../abilities.ts';
import { emojiImagePath } from '../custom-emoji/emoji-image.ts';
import { listCustomEmojiByIds } from '../custom-emoji/store.ts';
import type { Noteable } from '../noteable.ts';
import { keyOf } from '../noteable-now.ts';
import { cachedForNoteable } from '../reads/cached-for-noteable.ts';
import { type AwardRow, listAwards, listAwardsOfNotes } from './store.ts';

export type AwardView = {
  row: AwardRow;
  user: UserView;
  emoji: string;
  /** Image, of emoji that a group made. */
  url: string | null;
};

/** As other programs are given it. */
export function awardUrl(ctx: Context, { url }: Pick<AwardView, 'url'>): string | null {
  return url === null ? null : `${ctx.config.url}${url}`;
}

/** With the users who gave them; at most three queries for any number. */
export async function viewAwards(ctx: Context, rows: readonly AwardRow[]): Promise<AwardView[]> {
  if (rows.length === 0) return [];
  const users = await listUsersByIds(ctx, [...new Set(rows.map((row) => row.user_id))]);
  const byId = new Map(users.map((user) => [user.id, user]));
  const pictures = await picturesOf(ctx, rows);
  return rows.flatMap((row) => {
    const user = byId.get(row.user_id);
    const url = row.custom_emoji_id === null ? null : (pictures.get(row.custom_emoji_id) ?? null);
    return user ? { row, user, emoji: findEmoji(row.name)?.unicode ?? `:${row.name}:`, url } : [];
  });
}

async function picturesOf(ctx: Context, rows: readonly AwardRow[]): Promise<Map<number, string>> {
  const ids = new Set(rows.map((row) => row.custom_emoji_id).filter((id) => id !== null));
  const custom = await listCustomEmojiByIds(ctx.db, [...ids]);
  return new Map(custom.map(({ id, file_name: fileName }) => [id, emojiImagePath(fileName)]));
}

/** Reactions to notes by note id. */
export async function awardsByNote(ctx: Context, noteIds: readonly number[]): Promise<Map<number, AwardView[]>> {
  const views = await viewAwards(ctx, await listAwardsOfNotes(ctx.db, noteIds));
  return Map.groupBy(views, (view) => view.row.note_id ?? 0);
}

/** What a page needs to show and give reactions to the thing itself. */
export async function noteableAwards(
  ctx: Context,
  noteable: Noteable,
): Promise<{ awards: AwardView[]; canAward: boolean }> {
  const load = () => listAwards(ctx.db, { ...keyOf(noteable), noteId: null });
  const rows = await cachedForNoteable(ctx, noteable, 'awards', load, ({ length }) => 200 * length);
  return {
    awards: await viewAwards(ctx, rows),
    canAward: canAward(ctx.actor, noteable, null) === null,
  };
}
