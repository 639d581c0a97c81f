import { releaseParams } from '@tributary/contract/ci/releases.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { inRepository } from '../../projects/index.ts';
import { assetUrl, latestRelease } from './page-routes.ts';
import { getRelease } from './view-releases.ts';

const tag = 'Releases';
const path = z.string().min(1).max(1_024);

/** Files of releases by their short addresses, and the latest release, whatever its tag is. */
export const releaseDownloadRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:id/releases/:tag_name/downloads/*',
    ability: 'read_releases',
    summary: 'Go to a file of a release by its short address',
    tag,
    params: releaseParams.extend({ '*': path }),
    subject: inRepository,
    handle: async ({ ctx, subject, params, reply }) =>
      reply.redirect(assetUrl(await getRelease(ctx, subject, params.tag_name), params['*'])),
  }),
  ...['/projects/:id/releases/permalink/latest', '/projects/:id/releases/permalink/latest/*'].map((address) =>
    defineRoute({
      method: 'GET',
      path: address,
      ability: 'read_releases',
      summary: 'Go to the latest release, or to what is below its address',
      tag,
      params: z.object({ '*': path.optional() }),
      subject: inRepository,
      handle: async ({ ctx, subject, params, reply }) => {
        const { tag: name } = await latestRelease(ctx, subject);
        const below = params['*'] === undefined ? '' : `/${encodeURI(params['*'])}`;
        const release = `/api/v4/projects/${subject.project.id}/releases/${encodeURIComponent(name)}`;
        return reply.redirect(`${ctx.config.url}${release}${below}`);
      },
    }),
  ),
];
