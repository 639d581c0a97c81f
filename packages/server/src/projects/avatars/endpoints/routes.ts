import { MAX_AVATAR_BYTES } from '@tributary/contract/accounts/limits.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { readFormFile } from '../../../endpoints/http/read-multipart.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import type { Context } from '../../../platform/context.ts';
import { inGroup, inProject } from '../../access/subjects.ts';
import { containerAvatarPath } from '../../container-avatar.ts';
import { type Avatar, changeAvatar, readContainerAvatar } from '../operations/change-avatar.ts';
import { currentAvatarName } from '../reads/current-avatar.ts';

/** The uploaded file, at most one byte over the limit: enough to know that it is too big. */
async function readUpload(reply: FastifyReply): Promise<Buffer> {
  const { request } = reply;
  const limits = { fileSize: MAX_AVATAR_BYTES + 1 };
  const file = await readFormFile(request, { throwFileSizeLimit: false, limits });
  if (!file || (file.fieldname !== 'avatar' && file.fieldname !== 'file')) {
    throw new AppError('missing_parameter', { names: 'avatar' });
  }
  return file.toBuffer();
}

async function upload(ctx: Context, place: { kind: 'project' | 'group'; id: number }, reply: FastifyReply) {
  await changeAvatar(ctx, { place, data: await readUpload(reply) });
  const path = containerAvatarPath(place.kind, place.id, await currentAvatarName(ctx, place));
  return { avatar_url: path === null ? null : `${ctx.config.url}${path}` };
}

function sendPicture({ data, type }: Avatar, reply: FastifyReply, cacheControl: string): Buffer {
  reply.type(type);
  reply.header('cache-control', cacheControl);
  reply.header('content-disposition', 'inline');
  reply.header('cross-origin-resource-policy', 'same-site');
  return data;
}

// Who may see it can change, so it is kept by the browser alone and asked for again.
const FRESH = 'private, no-cache';
const KEPT = 'private, max-age=86400';
const uploaded = z.object({ avatar_url: z.string().nullable() });
const tag = 'Project and group avatars';

export const avatarRoutes: Route[] = [
  defineRoute({
    method: 'PUT',
    path: '/projects/:id/avatar',
    ability: 'update_project',
    summary: 'Upload the avatar of a project',
    tag,
    subject: inProject,
    response: uploaded,
    rawBody: true,
    handle: ({ ctx, subject, reply }) => upload(ctx, { kind: 'project', id: subject.project.id }, reply),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/projects/:id/avatar',
    ability: 'update_project',
    summary: 'Remove the avatar of a project',
    tag,
    subject: inProject,
    handle: ({ ctx, subject }) => changeAvatar(ctx, { place: { kind: 'project', id: subject.project.id }, data: null }),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/avatar',
    ability: 'read_project',
    summary: 'Download the avatar of a project',
    tag,
    subject: inProject,
    handle: async ({ ctx, subject, reply }) =>
      sendPicture(await readContainerAvatar(ctx, { kind: 'project', id: subject.project.id }), reply, FRESH),
  }),
  defineRoute({
    method: 'PUT',
    path: '/groups/:id/avatar',
    ability: 'update_group',
    summary: 'Upload the avatar of a group',
    tag,
    subject: inGroup,
    response: uploaded,
    rawBody: true,
    handle: ({ ctx, subject, reply }) => upload(ctx, { kind: 'group', id: subject.namespace.id }, reply),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/groups/:id/avatar',
    ability: 'update_group',
    summary: 'Remove the avatar of a group',
    tag,
    subject: inGroup,
    handle: ({ ctx, subject }) => changeAvatar(ctx, { place: { kind: 'group', id: subject.namespace.id }, data: null }),
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/avatar',
    ability: 'read_group',
    summary: 'Download the avatar of a group',
    tag,
    subject: inGroup,
    handle: async ({ ctx, subject, reply }) =>
      sendPicture(await readContainerAvatar(ctx, { kind: 'group', id: subject.namespace.id }), reply, FRESH),
  }),
];

const shownParams = z.strictObject({ id: idInput, name: z.string().max(100) });

export const avatarScopedRoutes: ScopedRoute[] = [
  defineScopedRoute(
    'instance',
    defineRoute({
      method: 'GET',
      path: '/uploads/-/system/project/avatar/:id/:name',
      ability: 'read_project',
      summary: 'Get the avatar of a project',
      tag,
      params: shownParams,
      subject: inProject,
      handle: async ({ ctx, params, reply }) =>
        sendPicture(await readContainerAvatar(ctx, { kind: 'project', id: params.id }, params.name), reply, KEPT),
    }),
  ),
  defineScopedRoute(
    'instance',
    defineRoute({
      method: 'GET',
      path: '/uploads/-/system/group/avatar/:id/:name',
      ability: 'read_group',
      summary: 'Get the avatar of a group',
      tag,
      params: shownParams,
      subject: inGroup,
      handle: async ({ ctx, params, reply }) =>
        sendPicture(await readContainerAvatar(ctx, { kind: 'group', id: params.id }, params.name), reply, KEPT),
    }),
  ),
];
