import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { listUsersByIds } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { findEmoji } from '../../platform/markup/index.ts';
import { canAward } from '../abilities.ts';
import type { Noteable } from '../noteable.ts';
import { keyOf } from '../noteable-now.ts';
import { rememberedOf } from '../reads/remembered-of.ts';
import { type AwardRow, listAwards, listAwardsOfNotes } from './store.ts';

export type AwardView = { row: AwardRow; user: UserView; emoji: string };

/** With the people who gave them; two queries for any number. */
export async function viewAwards(ctx: Context, rows: readonly AwardRow[]): Promise<AwardView[]> {
  if (rows.length === 0) return [];
  const users = await listUsersByIds(ctx, [...new Set(rows.map((row) => row.user_id))]);
  const byId = new Map(users.map((user) => [user.id, user]));
  return rows.flatMap((row) => {
    const user = byId.get(row.user_id);
    return user ? { row, user, emoji: findEmoji(row.name)?.unicode ?? row.name } : [];
  });
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
  const rows = await rememberedOf(ctx, noteable, 'awards', load, ({ length }) => 200 * length);
  return {
    awards: await viewAwards(ctx, rows),
    canAward: canAward(ctx.actor, noteable, null) === null,
  };
}
