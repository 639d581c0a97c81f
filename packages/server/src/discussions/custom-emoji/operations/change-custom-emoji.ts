import { CUSTOM_EMOJI_MAX, CUSTOM_EMOJI_NAME } from '@tributary/contract/discussions/emoji.ts';
import { AppError, fail, failFields } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../../platform/actor.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { type IdempotentRequest, doneBefore, doOnce } from '../../../platform/done-once.ts';
import { findEmoji } from '../../../platform/markup/index.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { getNamespaceAccess, type NamespaceAccess } from '../../../projects/index.ts';
import { canDestroyEmoji } from '../abilities.ts';
import { readImage, removeEmojiImage, storeEmojiImage } from '../emoji-image.ts';
import {
  countCustomEmoji,
  type CustomEmojiRow,
  deleteCustomEmoji,
  findCustomEmoji,
  insertCustomEmoji,
  listCustomEmoji,
} from '../store.ts';

export type CreateEmojiInput = {
  groupId: number;
  name: string;
  /** `data:`, or an http address that the image is fetched from once. */
  url: string;
  /** The client's own: asked for again, it is the same emoji. */
  idempotencyKey?: string | undefined;
};

async function groupOf(ctx: Context, id: number): Promise<NamespaceAccess> {
  const access = await getNamespaceAccess(ctx, id);
  if (access.namespace.kind !== 'group') throw new AppError('not_found', { resource: 'Group' });
  return access;
}

/** Adds an emoji to a group, for its projects and those of its subgroups. */
export const createCustomEmoji = defineOperation<CreateEmojiInput, NamespaceAccess, CustomEmojiRow>({
  name: 'custom_emoji.create',
  transaction: false,
  load: (ctx, input) => groupOf(ctx, input.groupId),
  check: (ctx, { policy }) => can(ctx.actor, 'create_custom_emoji', policy),
  run: async (ctx, { namespace }, { name, url, idempotencyKey: key }) => {
    const asked = { act: `custom_emoji.create:${namespace.id}`, key };
    const before = await madeBefore(ctx, asked);
    if (before) return before;
    await checkName(ctx, namespace.id, name);
    if ((await countCustomEmoji(ctx.db, namespace.id)) >= CUSTOM_EMOJI_MAX)
      throw new AppError('too_many_custom_emoji', { limit: CUSTOM_EMOJI_MAX });
    const fileName = await storeEmojiImage(ctx, await readImage(ctx, url));
    const values = { namespace_id: namespace.id, name, file_name: fileName, creator_id: actorId(ctx.actor) ?? null };
    try {
      const made = await doOnce(ctx, asked, async (inner) => {
        const row = (await insertCustomEmoji(inner.db, values)) ?? failFields({ name: [TAKEN] });
        return { id: row.id, made: row };
      });
      if (made) return made;
    } catch (error) {
      await removeEmojiImage(ctx, fileName);
      throw error;
    }
    await removeEmojiImage(ctx, fileName);
    return (await madeBefore(ctx, asked)) ?? fail('conflict');
  },
});

async function madeBefore(ctx: Context, asked: IdempotentRequest): Promise<CustomEmojiRow | undefined> {
  const id = await doneBefore(ctx, asked);
  return id === undefined ? undefined : findCustomEmoji(ctx.db, id);
}

const TAKEN = 'has already been taken';

async function checkName(ctx: Context, groupId: number, name: string): Promise<void> {
  if (!CUSTOM_EMOJI_NAME.test(name) || !/[a-z]/.test(name)) {
    failFields({
      name: ['must be 2 to 36 lowercase letters, digits, hyphens or underscores, with at least one letter'],
    });
  }
  if (findEmoji(name)) failFields({ name: ['is the name of a built-in emoji'] });
  const [same] = await listCustomEmoji(ctx.db, [groupId], [name]);
  if (same) failFields({ name: [TAKEN] });
}

type Loaded = { access: NamespaceAccess; row: CustomEmojiRow };

/** Takes an emoji away, with the reactions that were given with it; texts show its name again. */
export const destroyCustomEmoji = defineOperation<{ id: number; groupId?: number }, Loaded, CustomEmojiRow>({
  name: 'custom_emoji.destroy',
  transaction: false,
  load: async (ctx, { id, groupId }) => {
    const row = await findCustomEmoji(ctx.db, id);
    if (!row || (groupId !== undefined && row.namespace_id !== groupId))
      throw new AppError('not_found', { resource: 'Emoji' });
    return { row, access: await groupOf(ctx, row.namespace_id) };
  },
  check: (ctx, { row, access }) => canDestroyEmoji(ctx.actor, access, row),
  run: async (ctx, { row }) => {
    await transact(ctx, (inner) => deleteCustomEmoji(inner.db, row.id));
    // After the commit: should this fail, a file too many is left, never an emoji without its image.
    await removeEmojiImage(ctx, row.file_name);
    return row;
  },
});
