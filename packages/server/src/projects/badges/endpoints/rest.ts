import {
  badgeParams,
  createBadgeInput,
  listBadgesInput,
  renderBadgeInput,
  restBadge,
  restRenderedBadge,
  updateBadgeInput,
} from '@tributary/contract/projects/badges.ts';
import { slicePage } from '@tributary/contract/core/paging.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import type { Context } from '../../../platform/context.ts';
import type { NamespaceAccess, ProjectAccess } from '../../access/project-access.ts';
import { inGroup, inProject } from '../../access/subjects.ts';
import type { BadgeOwner } from '../badge-store.ts';
import { createBadge, deleteBadge, updateBadge } from '../operations/change-badge.ts';
import { type BadgeValues, badgeValues, fillBadge, listBadges, toRestBadge } from '../reads/badges.ts';

const params = badgeParams;
const projectOf = ({ project }: ProjectAccess): BadgeOwner => ({ kind: 'project', id: project.id });
const groupOf = ({ namespace }: NamespaceAccess): BadgeOwner => ({ kind: 'group', id: namespace.id });
/** Of a group no project is known. */
const NO_VALUES: BadgeValues = {};

async function list(ctx: Context, owner: BadgeOwner, values: BadgeValues, input: z.output<typeof listBadgesInput>) {
  const { page, per_page: perPage, name } = input;
  const rows = (await listBadges(ctx, owner)).filter((row) => name === undefined || row.name === name);
  return paged(slicePage(rows, { page, perPage }), (row) => toRestBadge(row, values));
}

/** Of a project also those that it shows for its groups. */
async function one(ctx: Context, owner: BadgeOwner, values: BadgeValues, id: number) {
  const row = (await listBadges(ctx, owner)).find((each) => each.id === id);
  if (!row) throw new AppError('not_found', { resource: 'Badge' });
  return toRestBadge(row, values);
}

const preview = ({ link_url: link, image_url: image }: z.output<typeof renderBadgeInput>, values: BadgeValues) => ({
  link_url: link,
  image_url: image,
  rendered_link_url: fillBadge(link, values),
  rendered_image_url: fillBadge(image, values),
});

const ofProject: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:id/badges',
    ability: 'read_project',
    summary: 'List the badges of a project and of its groups',
    tag: 'Project badges',
    input: listBadgesInput,
    subject: inProject,
    response: z.array(restBadge),
    handle: async ({ ctx, subject, input }) => list(ctx, projectOf(subject), await badgeValues(ctx, subject), input),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/badges/render',
    ability: 'read_project',
    summary: 'Preview the addresses of a badge in a project',
    tag: 'Project badges',
    input: renderBadgeInput,
    subject: inProject,
    response: restRenderedBadge,
    handle: async ({ ctx, subject, input }) => preview(input, await badgeValues(ctx, subject)),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/badges/:badge_id',
    ability: 'read_project',
    summary: 'Get a badge of a project',
    tag: 'Project badges',
    params,
    subject: inProject,
    response: restBadge,
    handle: async ({ ctx, subject, params: { badge_id: id } }) =>
      one(ctx, projectOf(subject), await badgeValues(ctx, subject), id),
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/badges',
    ability: 'admin_badges',
    summary: 'Add a badge to a project',
    tag: 'Project badges',
    input: createBadgeInput,
    subject: inProject,
    response: restBadge,
    handle: async ({ ctx, subject, input }) =>
      toRestBadge(await createBadge(ctx, { ...input, owner: projectOf(subject) }), await badgeValues(ctx, subject)),
  }),
  defineRoute({
    method: 'PUT',
    path: '/projects/:id/badges/:badge_id',
    ability: 'admin_badges',
    summary: 'Change a badge of a project',
    tag: 'Project badges',
    params,
    input: updateBadgeInput,
    subject: inProject,
    response: restBadge,
    handle: async ({ ctx, subject, params: { badge_id: badgeId }, input: change }) => {
      const row = await updateBadge(ctx, { owner: projectOf(subject), badgeId, change });
      return toRestBadge(row, await badgeValues(ctx, subject));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/projects/:id/badges/:badge_id',
    ability: 'admin_badges',
    summary: 'Remove a badge from a project',
    tag: 'Project badges',
    params,
    subject: inProject,
    handle: ({ ctx, subject, params: { badge_id: badgeId } }) =>
      deleteBadge(ctx, { owner: projectOf(subject), badgeId }),
  }),
];

const ofGroup: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/groups/:id/badges',
    ability: 'read_group',
    summary: 'List the badges of a group',
    tag: 'Group badges',
    input: listBadgesInput,
    subject: inGroup,
    response: z.array(restBadge),
    handle: ({ ctx, subject, input }) => list(ctx, groupOf(subject), NO_VALUES, input),
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/badges/render',
    ability: 'read_group',
    summary: 'Preview the addresses of a badge in a group',
    tag: 'Group badges',
    input: renderBadgeInput,
    subject: inGroup,
    response: restRenderedBadge,
    handle: ({ input }) => Promise.resolve(preview(input, NO_VALUES)),
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/badges/:badge_id',
    ability: 'read_group',
    summary: 'Get a badge of a group',
    tag: 'Group badges',
    params,
    subject: inGroup,
    response: restBadge,
    handle: ({ ctx, subject, params: { badge_id: id } }) => one(ctx, groupOf(subject), NO_VALUES, id),
  }),
  defineRoute({
    method: 'POST',
    path: '/groups/:id/badges',
    ability: 'admin_group_badges',
    summary: 'Add a badge to all projects in a group',
    tag: 'Group badges',
    input: createBadgeInput,
    subject: inGroup,
    response: restBadge,
    handle: async ({ ctx, subject, input }) =>
      toRestBadge(await createBadge(ctx, { ...input, owner: groupOf(subject) }), NO_VALUES),
  }),
  defineRoute({
    method: 'PUT',
    path: '/groups/:id/badges/:badge_id',
    ability: 'admin_group_badges',
    summary: 'Change a badge of a group',
    tag: 'Group badges',
    params,
    input: updateBadgeInput,
    subject: inGroup,
    response: restBadge,
    handle: async ({ ctx, subject, params: { badge_id: badgeId }, input: change }) =>
      toRestBadge(await updateBadge(ctx, { owner: groupOf(subject), badgeId, change }), NO_VALUES),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/groups/:id/badges/:badge_id',
    ability: 'admin_group_badges',
    summary: 'Remove a badge from a group',
    tag: 'Group badges',
    params,
    subject: inGroup,
    handle: ({ ctx, subject, params: { badge_id: badgeId } }) => deleteBadge(ctx, { owner: groupOf(subject), badgeId }),
  }),
];

export const badgeRoutes: Route[] = [...ofProject, ...ofGroup];
