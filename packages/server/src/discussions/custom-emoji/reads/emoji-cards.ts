import type { CustomEmojiCard } from '@tributary/contract/discussions/emoji.ts';
import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import { listUsersByIds } from '../../../accounts/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { NamespaceAccess } from '../../../projects/index.ts';
import { canDestroyEmoji } from '../abilities.ts';
import { emojiImagePath } from '../emoji-image.ts';
import { type CustomEmojiRow, listCustomEmoji } from '../store.ts';

/** Below it an emoji is added and taken away. */
export function emojiPagePath(fullPath: string): string {
  return `/groups/${encodePath(fullPath)}/-/custom_emoji`;
}

/** The group's own, by name. */
export async function emojiCards(ctx: Context, access: NamespaceAccess): Promise<CustomEmojiCard[]> {
  return toCards(ctx, access, await listCustomEmoji(ctx.db, [access.namespace.id]));
}

export async function emojiCard(ctx: Context, access: NamespaceAccess, row: CustomEmojiRow): Promise<CustomEmojiCard> {
  const [card] = await toCards(ctx, access, [row]);
  if (!card) throw new Error('a row gave no card');
  return card;
}

async function toCards(
  ctx: Context,
  access: NamespaceAccess,
  rows: readonly CustomEmojiRow[],
): Promise<CustomEmojiCard[]> {
  const ids = new Set(rows.map((row) => row.creator_id).filter((id) => id !== null));
  const people = new Map((await listUsersByIds(ctx, [...ids])).map((user) => [user.id, user]));
  return rows.map((row) => {
    const creator = row.creator_id === null ? undefined : people.get(row.creator_id);
    const mayDelete = canDestroyEmoji(ctx.actor, access, row) === null;
    return {
      id: row.id,
      name: row.name,
      url: emojiImagePath(row.file_name),
      createdAt: row.created_at.toISOString(),
      creator: creator ? { name: creator.name, username: creator.username } : null,
      deletePath: mayDelete ? `${emojiPagePath(access.namespace.full_path)}/${row.id}` : null,
    };
  });
}
