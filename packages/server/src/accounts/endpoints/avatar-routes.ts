import { MAX_AVATAR_BYTES } from '@tributary/contract/accounts/limits.ts';
import { findAvatarInput } from '@tributary/contract/accounts/rest.ts';
import { accountPaths } from '@tributary/contract/accounts/page.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { readFormFile } from '../../endpoints/http/read-multipart.ts';
import { defineScopedRoute } from '../../endpoints/pages/define-page.ts';
import { avatarPathByEmail } from '../reads/avatar-by-email.ts';
import { readAvatar, removeOwnAvatar, uploadOwnAvatar } from '../operations/change-avatar.ts';

const tag = 'User avatars';

/** The uploaded file, at most one byte over the limit: enough to know that it is too big. */
async function readUpload(reply: FastifyReply): Promise<Buffer> {
  const { request } = reply;
  const file = await readFormFile(request, { throwFileSizeLimit: false, limits: { fileSize: MAX_AVATAR_BYTES + 1 } });
  if (file?.fieldname !== 'avatar') throw new AppError('missing_parameter', { names: 'avatar' });
  return file.toBuffer();
}

const uploadRoute = defineRoute({
  method: 'POST',
  path: accountPaths.avatar,
  ability: 'change_account',
  summary: 'Upload your avatar',
  tag,
  status: 200,
  rawBody: true,
  handle: async ({ ctx, reply }) => ({ avatarUrl: await uploadOwnAvatar(ctx, await readUpload(reply)) }),
});

const removeRoute = defineRoute({
  method: 'DELETE',
  path: accountPaths.avatar,
  ability: 'change_account',
  summary: 'Remove your avatar',
  tag,
  handle: ({ ctx }) => removeOwnAvatar(ctx),
});

const showRoute = defineRoute({
  method: 'GET',
  path: '/uploads/-/system/user/avatar/:id/:name',
  ability: 'read_users',
  summary: 'Get the avatar of a user',
  tag,
  params: z.strictObject({ id: idInput, name: z.string().max(100) }),
  handle: async ({ ctx, params, reply }) => {
    const { data, type } = await readAvatar(ctx, params.id, params.name);
    reply.type(type);
    // A new image has a new name, so this one never changes.
    reply.header('cache-control', 'public, max-age=604800, immutable');
    reply.header('content-disposition', 'inline');
    reply.header('cross-origin-resource-policy', 'same-site');
    return data;
  },
});

export const avatarRoutes = [uploadRoute, removeRoute, showRoute].map((route) => defineScopedRoute('instance', route));

/** REST: `PUT /user/avatar`, multipart `avatar`. */
export const restAvatarRoute = defineRoute({
  method: 'PUT',
  path: '/user/avatar',
  ability: 'change_account',
  summary: 'Upload your avatar',
  tag: 'Users',
  rawBody: true,
  handle: async ({ ctx, reply }) => {
    const path = await uploadOwnAvatar(ctx, await readUpload(reply));
    return { avatar_url: path === null ? null : ctx.config.url + path };
  },
});

/** REST: `GET /avatar?email=`. Only addresses that are public, or the own one, lead to an avatar. */
export const restFindAvatarRoute = defineRoute({
  method: 'GET',
  path: '/avatar',
  ability: 'read_users',
  summary: 'Find the avatar of a user by their public email address',
  tag: 'Users',
  input: findAvatarInput,
  response: z.strictObject({ avatar_url: z.string().nullable() }),
  handle: async ({ ctx, input }) => {
    const path = await avatarPathByEmail(ctx, input.email);
    return { avatar_url: path === null ? null : ctx.config.url + path };
  },
});
