import type { Context } from '../../platform/context.ts';
import { findReplyKey, putReplyKey, type ReplyKeyRow } from './store.ts';
import { replyAddressFor } from './reply-address.ts';

type ReplyPlace = {
  userId: number;
  type: string;
  id: number;
  discussionId: string | null;
  /** The mail tells something internal: so is what answers it. */
  isInternal: boolean;
};

const KEY_CHARS = 32;

/**
 * The address at which this user answers this thing, the same in all their mails about it that are answered alike. What stands before the `@`
 * is made of the instance's own secret, and only a digest of it is kept. Undefined where answers are not taken.
 */
export async function replyAddress(ctx: Context, place: ReplyPlace): Promise<string | undefined> {
  const { replyAddress: template } = ctx.config;
  if (template === undefined) return undefined;
  const text = [
    place.userId,
    place.type,
    place.id,
    place.discussionId ?? '',
    ...(place.isInternal ? ['internal'] : []),
  ].join(':');
  const key = Buffer.from(ctx.secrets.sign('mail-reply', text), 'base64url').toString('hex').slice(0, KEY_CHARS);
  await putReplyKey(ctx.db, {
    digest: ctx.secrets.digest(key),
    user_id: place.userId,
    target_type: place.type,
    target_id: place.id,
    discussion_id: place.discussionId,
    is_internal: place.isInternal,
  });
  return replyAddressFor(template, key);
}

export function findReplyTarget(ctx: Context, key: string): Promise<ReplyKeyRow | undefined> {
  return findReplyKey(ctx.db, ctx.secrets.digest(key));
}
