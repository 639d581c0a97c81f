import type { Context } from '../../../platform/context.ts';
import { ancestorGroups } from '../../../projects/index.ts';
import { type CustomEmojiRow, listCustomEmoji } from '../store.ts';

/**
 * Emoji that can be used below a group or in its projects: its own and those of the groups above it. Of those that have
 * one name the nearest counts.
 */
export async function visibleEmoji(
  ctx: Context,
  namespaceId: number,
  names?: readonly string[],
): Promise<CustomEmojiRow[]> {
  const groups = (await ancestorGroups(ctx, namespaceId)).map(({ id }) => id);
  const rows = await listCustomEmoji(ctx.db, groups, names);
  const byName = Map.groupBy(rows, (row) => row.name);
  const depth = (row: CustomEmojiRow) => groups.indexOf(row.namespace_id);
  return [...byName.values()].flatMap((same) => same.toSorted((a, b) => depth(b) - depth(a))[0] ?? []);
}
