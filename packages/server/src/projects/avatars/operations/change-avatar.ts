import { randomBytes } from 'node:crypto';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { checkedAvatarType, extensionOf, typeOfStoredName } from '../../../accounts/index.ts';
import { audit } from '../../../platform/audit.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { type LoadedContainer, loadContainer } from '../../members/load-container.ts';
import { getNamespaceAccess, getProjectAccess } from '../../access/project-access.ts';
import { type AvatarContainer, replaceAvatarName } from '../avatar-store.ts';

function objectName(place: AvatarContainer, avatarName: string): string {
  return `avatars/${place.kind}/${place.id}/${avatarName}`;
}

export type ChangeAvatarInput = {
  place: AvatarContainer;
  /** Null takes the image away. */
  data: Buffer | null;
};

/** Shows another image for a project or group. The type comes from the bytes, the name cannot be guessed. */
export const changeAvatar = defineOperation<ChangeAvatarInput, LoadedContainer, void>({
  name: 'place.change_avatar',
  transaction: false,
  load: (ctx, input) => loadContainer(ctx, input.place),
  check: (ctx, { place, policy }) =>
    can(ctx.actor, place.kind === 'project' ? 'update_project' : 'update_group', policy),
  run: async (ctx, _loaded, { place, data }) => {
    const avatarName = data === null ? null : await store(ctx, place, data);
    const previous = await transact(ctx, async (inner) => {
      await audit(
        inner,
        `${place.kind}.avatar_changed`,
        { type: place.kind, id: place.id },
        { removed: data === null },
      );
      return replaceAvatarName(inner.db, place, avatarName);
    });
    // After the commit: should this fail, a file too many is left, never an image that is missing.
    if (previous !== null) await ctx.storage.delete(objectName(place, previous));
  },
});

async function store(ctx: Context, place: AvatarContainer, data: Buffer): Promise<string> {
  const type = checkedAvatarType(data);
  const avatarName = `${randomBytes(16).toString('hex')}.${extensionOf(type)}`;
  await ctx.storage.put(objectName(place, avatarName), data);
  return avatarName;
}

/** For the removal of a place: its image goes too. */
export async function removeStoredAvatar(
  ctx: Context,
  place: AvatarContainer,
  avatarName: string | null,
): Promise<void> {
  if (avatarName !== null) await ctx.storage.delete(objectName(place, avatarName));
}

export type Avatar = { data: Buffer; type: string };

/** The image shown now, for those who see the place. An old or guessed name is not_found. */
export async function readContainerAvatar(ctx: Context, place: AvatarContainer, avatarName?: string): Promise<Avatar> {
  const shown =
    place.kind === 'project'
      ? (await getProjectAccess(ctx, place.id)).project.avatar_name
      : (await getNamespaceAccess(ctx, place.id)).namespace.avatar_name;
  const type = shown === null ? undefined : typeOfStoredName(shown);
  const isShown = shown !== null && (avatarName === undefined || avatarName === shown);
  const data = isShown ? await ctx.storage.get(objectName(place, shown)) : undefined;
  if (!type || !data) throw new AppError('not_found', { resource: 'Avatar' });
  return { data, type };
}
