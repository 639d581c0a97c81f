import {
  createReleaseInput,
  listReleasesInput,
  releaseParams,
  restRelease,
  updateReleaseInput,
} from '@tributary/contract/ci/releases.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { paged } from '../../endpoints/rest/pagination.ts';
import type { Context } from '../../platform/context.ts';
import { inRepository, type ProjectAccess } from '../../projects/index.ts';
import { collectEvidence } from './collect-evidence.ts';
import type { ReleaseRow } from './release-store.ts';
import { changeRelease, createRelease, removeRelease } from './save-release.ts';
import { getRelease, listReleases, toRestRelease, viewReleases } from './view-releases.ts';

const tag = 'Releases';

async function answer(ctx: Context, access: ProjectAccess, row: ReleaseRow) {
  const [view] = await viewReleases(ctx, access, [row]);
  if (!view) throw new AppError('not_found', { resource: 'Release' });
  return toRestRelease(ctx, access, view);
}

export const releaseRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:id/releases',
    ability: 'read_releases',
    summary: 'List the releases of a project',
    tag,
    input: listReleasesInput,
    subject: inRepository,
    response: z.array(restRelease),
    handle: async ({ ctx, subject, input: { order_by: by, sort: direction, page, per_page: perPage } }) =>
      paged(await listReleases(ctx, subject, { by, direction }, { page, perPage }), (view) =>
        toRestRelease(ctx, subject, view),
      ),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/releases/:tag_name',
    ability: 'read_releases',
    summary: 'Get a release by its tag',
    tag,
    params: releaseParams,
    subject: inRepository,
    response: restRelease,
    handle: async ({ ctx, subject, params }) => answer(ctx, subject, await getRelease(ctx, subject, params.tag_name)),
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/releases',
    ability: 'create_release',
    summary: 'Create a release, and its tag where it is missing',
    tag,
    input: createReleaseInput,
    subject: inRepository,
    response: restRelease,
    handle: async ({ ctx, subject, input }) => {
      const row = await createRelease(ctx, {
        projectId: subject.project.id,
        tag: input.tag_name,
        ref: input.ref ?? undefined,
        tagMessage: input.tag_message ?? undefined,
        name: input.name,
        description: input.description,
        releasedAt: input.released_at,
        links: input.assets?.links,
        milestones: input.milestones,
      });
      return answer(ctx, subject, row);
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/projects/:id/releases/:tag_name',
    ability: 'create_release',
    summary: 'Change a release',
    tag,
    params: releaseParams,
    input: updateReleaseInput,
    subject: inRepository,
    response: restRelease,
    handle: async ({ ctx, subject, params, input }) => {
      const which = { projectId: subject.project.id, tag: params.tag_name };
      const { name, description, released_at: releasedAt, assets, milestones } = input;
      const fields = { name, description, releasedAt, links: assets?.links, milestones };
      return answer(ctx, subject, await changeRelease(ctx, { ...which, ...fields }));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/releases/:tag_name/evidence',
    ability: 'create_release',
    summary: 'Collect evidence of a release',
    tag,
    params: releaseParams,
    subject: inRepository,
    response: restRelease,
    status: 200,
    handle: async ({ ctx, subject, params }) => {
      const row = await collectEvidence(ctx, { projectId: subject.project.id, tag: params.tag_name });
      return answer(ctx, subject, row);
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/projects/:id/releases/:tag_name',
    ability: 'create_release',
    summary: 'Delete a release; its tag stays',
    tag,
    params: releaseParams,
    subject: inRepository,
    response: restRelease,
    status: 200,
    handle: async ({ ctx, subject, params }) => {
      const removed = await removeRelease(ctx, { projectId: subject.project.id, tag: params.tag_name });
      return answer(ctx, subject, removed);
    },
  }),
];
