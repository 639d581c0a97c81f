import { randomBytes } from 'node:crypto';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { type Context, transact } from '../../platform/context.ts';
import { guard } from '../../platform/operation.ts';
import { mayOnInstance } from '../abilities.ts';
import { checkedAvatarType } from '../checked-avatar-type.ts';
import { extensionOf, typeOfStoredName } from '../rules/image-type.ts';
import { avatarPath } from '../rules/user-view.ts';
import { lockAnybody, selfActor } from '../self.ts';
import { findUserById, updateUserRow } from '../store/users.ts';

function objectName(userId: number, avatarName: string): string {
  return `avatars/user/${userId}/${avatarName}`;
}

/**
 * Stores an image under a name nobody can guess and shows it from now on. The type comes from the bytes. Returns its
 * path. Throws validation_failed with messages for `avatar`.
 */
async function replaceAvatar(ctx: Context, userId: number, data: Buffer): Promise<string | null> {
  const type = checkedAvatarType(data);
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
  // After the commit: should this fail, a file too many is left, never an image that is missing.
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

/** For administrators; null takes the image away. */
export async function changeAvatarOf(ctx: Context, userId: number, data: Buffer | null): Promise<void> {
  guard(mayOnInstance(ctx, 'administer'));
  if (data === null) await setAvatar(ctx, userId, null);
  else await replaceAvatar(ctx, userId, data);
}

/** The bytes of the image shown now. An old or guessed name is not_found. */
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
