import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import {
  SAVED_REPLIES_MAX,
  SAVED_REPLY_MAX_CONTENT_CHARS,
  SAVED_REPLY_MAX_NAME_CHARS,
} from '@tributary/contract/discussions/saved-replies.ts';
import { AppError, fail, failFields } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { doneBefore, doOnce } from '../../platform/done-once.ts';
import { defineOperation } from '../../platform/operation.ts';
import { authorize, can, INSTANCE } from '../../platform/policy/policy.ts';
import {
  countSavedReplies,
  deleteSavedReply,
  findSavedReply,
  holdSavedReplies,
  insertSavedReply,
  isNameTaken,
  listSavedReplies,
  type SavedReplyRow,
  type SavedReplyText,
  updateSavedReply,
} from './store.ts';

function owner(ctx: Context): number {
  return actorId(ctx.actor) ?? fail('unauthenticated');
}

/** One of the actor's own; those of others are missing. */
async function load(ctx: Context, { id }: { id: number }): Promise<SavedReplyRow> {
  const row = await findSavedReply(ctx.db, owner(ctx), id);
  return row ?? fail('not_found', { resource: 'Saved Reply' });
}

const mayChange = (ctx: Context) => can(ctx.actor, 'change_account', INSTANCE);

async function checkText(ctx: Context, { name, content }: SavedReplyText, exceptId = 0): Promise<SavedReplyText> {
  const text = { name: name.trim(), content };
  const problems: Record<string, string[]> = {};
  const told = (field: keyof SavedReplyText, max: number) => {
    if (text[field].trim() === '') problems[field] = ["can't be blank"];
    else if (text[field].length > max) problems[field] = [`is too long (maximum is ${max} characters)`];
    else if (text[field].includes('\0')) problems[field] = ['contains a null character'];
  };
  told('name', SAVED_REPLY_MAX_NAME_CHARS);
  told('content', SAVED_REPLY_MAX_CONTENT_CHARS);
  if (Object.keys(problems).length === 0 && (await isNameTaken(ctx.db, owner(ctx), text.name, exceptId)))
    problems['name'] = ['has already been taken'];
  if (Object.keys(problems).length > 0) throw new AppError('validation_failed', {}, { fields: problems });
  return text;
}

const addSavedReply = defineOperation<SavedReplyText, number, SavedReplyRow>({
  name: 'saved_reply.create',
  load: async (ctx) => owner(ctx),
  check: mayChange,
  run: async (ctx, userId, input) => {
    const text = await checkText(ctx, input);
    await holdSavedReplies(ctx.db, userId);
    if ((await countSavedReplies(ctx.db, userId)) >= SAVED_REPLIES_MAX)
      failFields({ base: [`has too many saved replies (maximum is ${SAVED_REPLIES_MAX})`] });
    return insertSavedReply(ctx.db, userId, text);
  },
});

/** A text to answer with again, under a name of its own; asked for again with the same key, the one that was made. */
export async function createSavedReply(
  ctx: Context,
  { idempotencyKey: key, ...text }: SavedReplyText & { idempotencyKey?: string | undefined },
): Promise<SavedReplyRow> {
  const asked = { act: 'saved_reply.create', key };
  const made = await doOnce(ctx, asked, async (inner) => {
    const row = await addSavedReply(inner, text);
    return { id: row.id, made: row };
  });
  return made ?? load(ctx, { id: (await doneBefore(ctx, asked)) ?? fail('conflict') });
}

export const changeSavedReply = defineOperation<SavedReplyText & { id: number }, SavedReplyRow, SavedReplyRow>({
  name: 'saved_reply.update',
  load,
  check: mayChange,
  run: async (ctx, row, input) => updateSavedReply(ctx.db, row.id, await checkText(ctx, input, row.id)),
});

/** Gives back what was there. */
export const removeSavedReply = defineOperation<{ id: number }, SavedReplyRow, SavedReplyRow>({
  name: 'saved_reply.destroy',
  load,
  check: mayChange,
  run: async (ctx, row) => {
    await deleteSavedReply(ctx.db, row.id);
    return row;
  },
});

/** The actor's own by name, all or those that hold some words in their name or text. */
export async function ownSavedReplies(
  ctx: Context,
  request: PageRequest,
  search = '',
): Promise<Page<SavedReplyRow> & { total: number }> {
  authorize(ctx.actor, 'read_own_work', INSTANCE);
  const userId = owner(ctx);
  const window = { search, limit: request.perPage, offset: (request.page - 1) * request.perPage };
  const total = await countSavedReplies(ctx.db, userId, search);
  return { ...pageOf(await listSavedReplies(ctx.db, userId, window), request, total), total };
}

/** How many more the actor may keep. */
export async function remainingSavedReplies(ctx: Context): Promise<number> {
  return SAVED_REPLIES_MAX - (await countSavedReplies(ctx.db, owner(ctx)));
}
