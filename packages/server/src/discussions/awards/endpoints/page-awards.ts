import { z } from 'zod';
import type { EmojiEntry } from '@tributary/contract/discussions/emoji.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import type { Context } from '../../../platform/context.ts';
import { listEmoji } from '../../../platform/markup/index.ts';
import { type ContainerRoutes, inNoteable, type NoteAddress } from '../../endpoints/subjects.ts';
import { type AwardSubject, changeAward } from '../award-operations.ts';

const AWARDS_PER_MINUTE = 120;
/** `wanted`: whether it shall be there afterwards, so that asking again does no harm; left out, it becomes what it is not. */
const input = z.strictObject({ name: z.string().max(100), wanted: z.boolean().optional() });

/** Clients look at `ok` alone. */
async function toggle(
  ctx: Context,
  subject: AwardSubject,
  { name, wanted }: z.infer<typeof input>,
): Promise<{ ok: boolean }> {
  try {
    await changeAward(ctx, { ...subject, name, act: wanted === undefined ? 'toggle' : wanted ? 'add' : 'remove' });
    return { ok: true };
  } catch (error) {
    const code = error instanceof AppError ? error.code : null;
    if (code === 'award_emoji_unknown') return { ok: false };
    if (code === 'award_emoji_taken' || code === 'award_emoji_absent') return { ok: true };
    throw error;
  }
}

export function noteAwardRoute({ path, subject }: NoteAddress): Route {
  return defineRoute({
    method: 'POST',
    path: `${path}/toggle_award_emoji`,
    ability: 'award_emoji',
    summary: 'Toggle a reaction to a note',
    tag: 'Reactions',
    subject,
    status: 200,
    rateLimitPerMinute: AWARDS_PER_MINUTE,
    input,
    handle: ({ ctx, input: wish, subject: { noteable, noteId } }) => toggle(ctx, { noteable, noteId }, wish),
  });
}

function toggleOn(door: ContainerRoutes, pathName: string) {
  return defineRoute({
    method: 'POST',
    path: `/${pathName}/:noteable_id/toggle_award_emoji`,
    ability: 'award_emoji',
    summary: 'Toggle a reaction to an item',
    tag: 'Reactions',
    subject: inNoteable(door, pathName),
    status: 200,
    rateLimitPerMinute: AWARDS_PER_MINUTE,
    input,
    handle: ({ ctx, input: wish, subject: { noteable } }) => toggle(ctx, { noteable, noteId: null }, wish),
  });
}

/** The emoji of the picker; the number in the address changes with the data. */
const emojiData = defineRoute({
  method: 'GET',
  path: '-/emojis/4/emojis.json',
  ability: 'read_instance',
  summary: 'List emoji names, characters and categories',
  tag: 'Reactions',
  handle: async ({ reply }): Promise<EmojiEntry[]> => {
    reply.header('cache-control', 'public, max-age=604800, immutable');
    return listEmoji().map(({ name, unicode, description, category, names, tags }) => ({
      n: name,
      e: unicode,
      d: description,
      c: category,
      k: [...names.slice(1), ...tags],
    }));
  },
});

export const emojiRoutes: readonly ScopedRoute[] = [defineScopedRoute('instance', emojiData)];

export function pageAwardRoutes(door: ContainerRoutes, pathName: string): ScopedRoute[] {
  return [defineScopedRoute(door.on, toggleOn(door, pathName))];
}
