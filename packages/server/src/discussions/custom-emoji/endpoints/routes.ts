import { z } from 'zod';
import { CUSTOM_CATEGORY, type EmojiEntry } from '@tributary/contract/discussions/emoji.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { idempotencyKey } from '../../../endpoints/http/idempotency-key.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import type { Context } from '../../../platform/context.ts';
import { inGroup, inProject } from '../../../projects/index.ts';
import { createCustomEmoji, destroyCustomEmoji } from '../operations/change-custom-emoji.ts';
import { openEmojiImage, emojiImagePath } from '../emoji-image.ts';
import { emojiCard } from '../reads/emoji-cards.ts';
import { visibleEmoji } from '../reads/visible-emoji.ts';

const tag = 'Custom emoji';

const picture = defineRoute({
  method: 'GET',
  path: '-/custom_emoji/:file',
  // The name is the key: who was shown a text with the emoji has it, nobody can guess it.
  ability: 'read_instance',
  summary: 'Get the image of a custom emoji',
  tag,
  params: z.object({ file: z.string().regex(/^[0-9a-f]{32}\.(png|jpg|gif|webp)$/) }),
  handle: async ({ ctx, params, reply }) => {
    const { data, type } = await openEmojiImage(ctx, params.file);
    reply.type(type);
    reply.header('cache-control', 'private, max-age=604800, immutable');
    reply.header('content-disposition', 'inline');
    reply.header('cross-origin-resource-policy', 'same-origin');
    return data;
  },
});

const ofProject = defineRoute({
  method: 'GET',
  path: '/custom_emoji.json',
  ability: 'read_project',
  summary: 'List the custom emoji available in a project',
  tag,
  subject: inProject,
  handle: ({ ctx, subject }) => emojiOf(ctx, subject.project.namespace_id),
});

const ofGroup = defineRoute({
  method: 'GET',
  path: '/custom_emoji.json',
  ability: 'read_group',
  summary: 'List the custom emoji of a group and its parent groups',
  tag,
  subject: inGroup,
  handle: ({ ctx, subject }) => emojiOf(ctx, subject.namespace.id),
});

async function emojiOf(ctx: Context, namespaceId: number): Promise<EmojiEntry[]> {
  const rows = await visibleEmoji(ctx, namespaceId);
  return rows.map(({ name, file_name: fileName }) => ({
    n: name,
    e: `:${name}:`,
    d: name.replaceAll(/[_-]/g, ' '),
    c: CUSTOM_CATEGORY,
    k: [],
    u: emojiImagePath(fileName),
  }));
}

const create = defineRoute({
  method: 'POST',
  path: '/custom_emoji',
  ability: 'create_custom_emoji',
  summary: 'Add a custom emoji to a group',
  tag,
  subject: inGroup,
  rateLimitPerMinute: 30,
  input: z.strictObject({ name: z.string().max(100), url: z.string().max(200_000) }),
  handle: async ({ ctx, input, subject, headers }) => {
    const wish = { groupId: subject.namespace.id, ...input, ...idempotencyKey(headers) };
    const row = await createCustomEmoji(ctx, wish);
    return emojiCard(ctx, subject, row);
  },
});

const destroy = defineRoute({
  method: 'DELETE',
  path: '/custom_emoji/:emoji_id',
  // Who made it, too; the operation answers.
  ability: 'read_group',
  summary: 'Delete a custom emoji of a group',
  tag,
  params: z.object({ emoji_id: idInput }),
  subject: inGroup,
  handle: async ({ ctx, params, subject }) => {
    await destroyCustomEmoji(ctx, { id: params.emoji_id, groupId: subject.namespace.id });
  },
});

export const customEmojiRoutes: readonly ScopedRoute[] = [
  defineScopedRoute('instance', picture),
  defineScopedRoute('project', ofProject),
  defineScopedRoute('group', ofGroup),
  defineScopedRoute('group', create),
  defineScopedRoute('group', destroy),
];
