import type { Extensions } from '../../platform/extensions.ts';
import { randomBytes } from 'node:crypto';
import { CUSTOM_EMOJI_MAX_BYTES } from '@tributary/contract/discussions/emoji.ts';
import { AppError, failFields } from '@tributary/contract/errors/app-error.ts';
import { extensionOf, imageTypeOf, typeOfStoredName } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { callOutside } from '../../platform/outbound/outbound.ts';
import { onGroupRemoval } from '../../projects/index.ts';
import { isStoredEmojiImage, listCustomEmoji } from './store.ts';

const DATA_URL = /^data:image\/(?:png|jpe?g|gif|webp);base64,([A-Za-z0-9+/]+={0,2})$/;
const TOO_BIG = 'is too big (should be at most 100 KiB)';

const objectName = (fileName: string) => `custom-emoji/${fileName}`;

/** Where browsers find the image of an emoji. */
export function emojiImagePath(fileName: string): string {
  return `/-/custom_emoji/${fileName}`;
}

/** The bytes that an address holds (`data:`) or leads to, fetched once: readers are never sent to the host. */
export async function readImage(ctx: Context, url: string): Promise<Buffer> {
  if (!url.startsWith('data:')) return fetchPicture(ctx, url);
  const coded = DATA_URL.exec(url)?.[1];
  if (coded === undefined) return failFields({ url: ['is not a PNG, JPEG, GIF or WebP image'] });
  const data = Buffer.from(coded, 'base64');
  return data.length > CUSTOM_EMOJI_MAX_BYTES ? failFields({ url: [TOO_BIG] }) : data;
}

async function fetchPicture(ctx: Context, url: string): Promise<Buffer> {
  if (!/^https?:\/\//i.test(url)) return failFields({ url: ['must be an HTTP or HTTPS URL, or an uploaded image'] });
  const answer = await callOutside(ctx, {
    method: 'GET',
    url,
    headers: { accept: 'image/png, image/gif, image/webp, image/jpeg' },
    maxBodyBytes: CUSTOM_EMOJI_MAX_BYTES,
    maxRedirects: 3,
  });
  if (answer.status !== 200) failFields({ url: [`responded with status ${answer.status}`] });
  return answer.isTruncated ? failFields({ url: [TOO_BIG] }) : answer.body;
}

/** The type comes from the bytes, the name cannot be guessed. */
export async function storeEmojiImage(ctx: Context, data: Buffer): Promise<string> {
  const type = imageTypeOf(data);
  if (!type) return failFields({ url: ['is not a PNG, JPEG, GIF or WebP image'] });
  const fileName = `${randomBytes(16).toString('hex')}.${extensionOf(type)}`;
  await ctx.storage.put(objectName(fileName), data);
  return fileName;
}

export async function removeEmojiImage(ctx: Context, fileName: string): Promise<void> {
  await ctx.storage.delete(objectName(fileName));
}

/** Whoever has the name was shown a text or a reaction with it. */
export async function openEmojiImage(ctx: Context, fileName: string): Promise<{ data: Buffer; type: string }> {
  const type = typeOfStoredName(fileName);
  const isThere = type !== undefined && (await isStoredEmojiImage(ctx.db, fileName));
  const data = isThere ? await ctx.storage.get(objectName(fileName)) : undefined;
  if (!type || !data) throw new AppError('not_found', { resource: 'Emoji' });
  return { data, type };
}

export const customEmojiEmojiImage: Extensions = [
  // Images go before the rows that name them; may run again after a crash.
  onGroupRemoval(async (ctx, id) => {
    for (const { file_name: fileName } of await listCustomEmoji(ctx.db, [id])) await removeEmojiImage(ctx, fileName);
  }),
];
