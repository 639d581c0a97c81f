import { releaseParams } from '@tributary/contract/ci/releases.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import type { Context } from '../../platform/context.ts';
import { inRepository, type ProjectAccess } from '../../projects/index.ts';
import { readEvidence } from './collect-evidence.ts';
import { findLatestRelease, type ReleaseRow } from './release-store.ts';
import { getRelease } from './view-releases.ts';

const tag = 'Releases';
const path = z.string().min(1).max(255);

const evidence = defineRoute({
  method: 'GET',
  path: '/releases/:tag_name/evidences/:file',
  ability: 'read_releases',
  summary: 'Download the evidence of a release',
  tag,
  params: releaseParams.extend({ file: z.string().regex(/^\d{1,15}\.json$/) }),
  subject: inRepository,
  handle: async ({ ctx, subject, params, reply }) => {
    const release = await getRelease(ctx, subject, params.tag_name);
    const content = await readEvidence(ctx, subject, release, Number.parseInt(params.file, 10));
    reply.header('content-type', 'application/json; charset=utf-8').header('x-content-type-options', 'nosniff');
    reply.header('cache-control', 'private, no-cache');
    return reply.send(content);
  },
});

/** The address of the link with this short one. */
export function assetUrl(release: ReleaseRow, filepath: string): string {
  const link = release.links.find((each) => each.filepath === `/${filepath}`);
  if (!link) throw new AppError('not_found', { resource: 'Release link' });
  return link.url;
}

export async function latestRelease(ctx: Context, { project }: ProjectAccess): Promise<ReleaseRow> {
  const row = await findLatestRelease(ctx.db, project.id, 'released_at', ctx.clock.now());
  if (!row) throw new AppError('not_found', { resource: 'Release' });
  return row;
}

const asset = defineRoute({
  method: 'GET',
  path: '/releases/:tag_name/downloads/*path',
  ability: 'read_releases',
  summary: 'Go to a file of a release by its short address',
  tag,
  params: releaseParams.extend({ path }),
  subject: inRepository,
  handle: async ({ ctx, subject, params, reply }) =>
    reply.redirect(assetUrl(await getRelease(ctx, subject, params.tag_name), params.path)),
});

const latestAsset = defineRoute({
  method: 'GET',
  path: '/releases/permalink/latest/downloads/*path',
  ability: 'read_releases',
  summary: 'Go to a file of the latest release by its short address',
  tag,
  params: z.object({ path }),
  subject: inRepository,
  handle: async ({ ctx, subject, params, reply }) =>
    reply.redirect(assetUrl(await latestRelease(ctx, subject), params.path)),
});

/** Addresses below a release. */
export const releasePageRoutes: readonly ScopedRoute[] = [evidence, latestAsset, asset].map((route) =>
  defineScopedRoute('project', route),
);
