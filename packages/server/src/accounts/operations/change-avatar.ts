import { randomBytes } from 'node:crypto';
import { MAX_AVATAR_BYTES } from '@tributary/contract/accounts/limits.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { type Context, transact } from '../../platform/context.ts';
import { guard } from '../../platform/operation.ts';
import { mayOnInstance } from '../abilities.ts';
import { extensionOf, imageTypeOf, typeOfStoredName } from '../rules/image-type.ts';
import { avatarPath } from '../rules/user-view.ts';
import { lockAnybody, selfActor } from '../self.ts';
import { findUserById, updateUserRow } from '../store/users.ts';

function objectName(userId: number, avatarName: string): string {
  return `avatars/user/${userId}/${avatarName}`;
}

/**
 * Stores a picture under a name nobody can guess and shows it from now on. The type comes from the bytes. Returns its
 * path. Throws validation_failed with messages for `avatar`.
 */
async function replaceAvatar(ctx: Context, userId: number, data: Buffer): Promise<string | null> {
  const problem = (text: string) => new AppError('validation_failed', {}, { fields: { avatar: [text] } });
  if (data.length > MAX_AVATAR_BYTES) throw problem('is too big (should be at most 200 KiB)');
  const type = imageTypeOf(data);
  if (!type) throw problem('file format is not supported. Try a PNG, JPEG, GIF or WebP picture');
  const avatarName = `${randomBytes(16).toString('hex')}.${extensionOf(type)}`;
  await ctx.storage.put(objectName(userId, avatarName), data);
  await setAvatar(ctx, userId, avatarName);
  return avatarPath(userId, avatarName);
}

async function setAvatar(ctx: Context, userId: number, avatarName: string | null): Promise<void> {
  const previous = await transact(ctx, async (inner) => {
    const user = await lockAnybody(inner, userId);
    await updateUserRow(inner.db, userId, { avatar_name: avatarName, updated_at: inner.clock.now() });
    return user.avatar_name;
  });
  // After the commit: should this fail, a file too many is left, never a picture that is missing.
  if (previous !== null) await ctx.storage.delete(objectName(userId, previous));
}

export async function uploadOwnAvatar(ctx: Context, data: Buffer): Promise<string | null> {
  guard(mayOnInstance(ctx, 'change_account'));
  return replaceAvatar(ctx, selfActor(ctx).id, data);
}

export async function removeOwnAvatar(ctx: Context): Promise<void> {
  guard(mayOnInstance(ctx, 'change_account'));
  await setAvatar(ctx, selfActor(ctx).id, null);
}

/** The bytes of the picture shown now. An old or guessed name is not_found. */
export async function readAvatar(
  ctx: Context,
  userId: number,
  avatarName: string,
): Promise<{ data: Buffer; type: string }> {
  const type = typeOfStoredName(avatarName);
  const user = type && (await findUserById(ctx.db, userId));
  const data = user?.avatar_name === avatarName ? await ctx.storage.get(objectName(userId, avatarName)) : undefined;
  if (!type || !data) throw new AppError('not_found', { resource: 'File' });
  return { data, type };
}
