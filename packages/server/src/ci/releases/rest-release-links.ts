import {
  createReleaseLinkInput,
  releaseLinkParams,
  releaseParams,
  restReleaseLink,
  updateReleaseLinkInput,
} from '@tributary/contract/ci/releases.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import type { Context } from '../../platform/context.ts';
import { inRepository, type ProjectAccess } from '../../projects/index.ts';
import { changeReleaseLink } from './save-release.ts';
import { getRelease, toRestReleaseLink } from './view-releases.ts';

const tag = 'Releases';

const assetsOf = (ctx: Context, { project }: ProjectAccess, params: { tag_name: string }) => ({
  origin: ctx.config.url,
  projectPath: project.full_path,
  tag: params.tag_name,
});

export const releaseLinkRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:id/releases/:tag_name/assets/links',
    ability: 'read_releases',
    summary: 'List the links of a release',
    tag,
    params: releaseParams,
    subject: inRepository,
    response: z.array(restReleaseLink),
    handle: async ({ ctx, subject, params }) =>
      (await getRelease(ctx, subject, params.tag_name)).links.map((link) =>
        toRestReleaseLink(assetsOf(ctx, subject, params), link),
      ),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/releases/:tag_name/assets/links/:link_id',
    ability: 'read_releases',
    summary: 'Get a link of a release',
    tag,
    params: releaseLinkParams,
    subject: inRepository,
    response: restReleaseLink,
    handle: async ({ ctx, subject, params }) => {
      const { links } = await getRelease(ctx, subject, params.tag_name);
      const link = links.find(({ id }) => id === params.link_id);
      if (!link) throw new AppError('not_found', { resource: 'Release link' });
      return toRestReleaseLink(assetsOf(ctx, subject, params), link);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/releases/:tag_name/assets/links',
    ability: 'create_release',
    summary: 'Add a link to a release',
    tag,
    params: releaseParams,
    input: createReleaseLinkInput,
    subject: inRepository,
    response: restReleaseLink,
    handle: async ({ ctx, subject, params, input: link }) => {
      const which = { projectId: subject.project.id, tag: params.tag_name };
      return toRestReleaseLink(
        assetsOf(ctx, subject, params),
        await changeReleaseLink(ctx, { ...which, change: { kind: 'add', link } }),
      );
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/projects/:id/releases/:tag_name/assets/links/:link_id',
    ability: 'create_release',
    summary: 'Change a link of a release',
    tag,
    params: releaseLinkParams,
    input: updateReleaseLinkInput,
    subject: inRepository,
    response: restReleaseLink,
    handle: async ({ ctx, subject, params, input: link }) => {
      const which = { projectId: subject.project.id, tag: params.tag_name };
      const change = { kind: 'update', id: params.link_id, link } as const;
      return toRestReleaseLink(assetsOf(ctx, subject, params), await changeReleaseLink(ctx, { ...which, change }));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/projects/:id/releases/:tag_name/assets/links/:link_id',
    ability: 'create_release',
    summary: 'Remove a link from a release',
    tag,
    params: releaseLinkParams,
    subject: inRepository,
    response: restReleaseLink,
    status: 200,
    handle: async ({ ctx, subject, params }) => {
      const which = { projectId: subject.project.id, tag: params.tag_name };
      return toRestReleaseLink(
        assetsOf(ctx, subject, params),
        await changeReleaseLink(ctx, { ...which, change: { kind: 'remove', id: params.link_id } }),
      );
    },
  }),
];
