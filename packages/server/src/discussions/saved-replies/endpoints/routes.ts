import { idInput } from '@tributary/contract/core/inputs.ts';
import {
  type FoundSavedReplies,
  foundSavedRepliesPath,
  savedRepliesPath,
  type SavedReplyItem,
} from '@tributary/contract/discussions/saved-replies.ts';
import { z } from 'zod';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import { sentForm } from '../../endpoints/sent-form.ts';
import { writeSent } from '../../autosave/save-autosave.ts';
import { changeSavedReply, createSavedReply, ownSavedReplies, removeSavedReply } from '../change-saved-replies.ts';
import type { SavedReplyRow } from '../store.ts';

const tag = 'Comment templates';
const ONE = `${savedRepliesPath}/:id`;
/** As many as someone looks through. */
const MOST_FOUND = 50;
/** One ask for every few letters that someone types. */
const SEARCHES_PER_MINUTE = 300;

// Longer ones are told by the operation, at their field.
const input = z.strictObject({ name: z.string(), content: z.string() });
const params = z.object({ id: idInput });

export function toItem({ id, name, content }: SavedReplyRow): SavedReplyItem {
  return { id, name, content };
}

const find = defineRoute({
  method: 'GET',
  path: foundSavedRepliesPath,
  ability: 'read_own_work',
  summary: 'Search your comment templates',
  tag,
  rateLimitPerMinute: SEARCHES_PER_MINUTE,
  input: z.strictObject({ search: z.string().max(255).default('') }),
  handle: async ({ ctx, input: { search } }): Promise<FoundSavedReplies> => {
    const { items, total } = await ownSavedReplies(ctx, { page: 1, perPage: MOST_FOUND }, search.trim());
    return { replies: items.map(toItem), total };
  },
});

const create = defineRoute({
  method: 'POST',
  path: savedRepliesPath,
  ability: 'change_account',
  summary: 'Create a comment template',
  tag,
  input,
  handle: async ({ ctx, input: text, headers }) => {
    const { form, ...key } = sentForm(headers, text);
    return toItem(await writeSent(ctx, form, (inner) => createSavedReply(inner, { ...text, ...key })));
  },
});

const change = defineRoute({
  method: 'PUT',
  path: ONE,
  ability: 'change_account',
  summary: 'Update a comment template',
  tag,
  params,
  input,
  handle: async ({ ctx, params: { id }, input: text, headers }) =>
    toItem(await writeSent(ctx, sentForm(headers, text).form, (inner) => changeSavedReply(inner, { id, ...text }))),
});

const destroy = defineRoute({
  method: 'DELETE',
  path: ONE,
  ability: 'change_account',
  summary: 'Delete a comment template',
  tag,
  params,
  handle: async ({ ctx, params: { id } }) => {
    await removeSavedReply(ctx, { id });
  },
});

export const savedReplyRoutes: readonly ScopedRoute[] = [find, create, change, destroy].map((route) =>
  defineScopedRoute('instance', route),
);
