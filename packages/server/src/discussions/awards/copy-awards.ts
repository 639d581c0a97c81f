import type { Context } from '../../platform/context.ts';
import { visibleEmoji } from '../custom-emoji/reads/visible-emoji.ts';
import type { Noteable } from '../noteable.ts';
import { keyOf } from '../noteable-now.ts';
import { type AwardRow, insertAwards, listAwards, listAwardsOfNotes } from './store.ts';

/** The reactions to one thing, to another as well, from the same users. */
export async function copyAwardsOf(ctx: Context, from: Noteable, to: Noteable): Promise<void> {
  const awards = await listAwards(ctx.db, { ...keyOf(from), noteId: null });
  await copyAwards(ctx, to, awards, () => null);
}

/** The same for notes of another thing: `copies` names the number of each note's copy. */
export async function copyAwardsOfNotes(
  ctx: Context,
  to: Noteable,
  copies: ReadonlyMap<number, number>,
): Promise<void> {
  const awards = await listAwardsOfNotes(ctx.db, [...copies.keys()]);
  await copyAwards(ctx, to, awards, ({ note_id: id }) => copies.get(id ?? 0) ?? null);
}

/** Emoji that a group made go along only where they can be used. */
async function copyAwards(
  ctx: Context,
  to: Noteable,
  awards: readonly AwardRow[],
  noteIdFor: (award: AwardRow) => number | null,
): Promise<void> {
  const own = awards.flatMap((award) => (award.custom_emoji_id === null ? [] : award.name));
  const there = own.length === 0 ? [] : await visibleEmoji(ctx, to.place.namespaceId, [...new Set(own)]);
  const usable = new Set<number | null>([null, ...there.map((emoji) => emoji.id)]);
  const kept = awards.filter((award) => usable.has(award.custom_emoji_id));
  await insertAwards(
    ctx.db,
    keyOf(to),
    kept.map((award) => ({ ...award, note_id: noteIdFor(award) })),
  );
}
