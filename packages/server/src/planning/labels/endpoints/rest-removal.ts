import { AppError } from '@tributary/contract/errors/app-error.ts';
import { deleteLabelByInput } from '@tributary/contract/planning/rest.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import type { Context } from '../../../platform/context.ts';
import { inGroup, inProject } from '../../../projects/index.ts';
import { groupContainer, type ContainerWithAncestors, projectContainer } from '../../planning-container.ts';
import { deleteLabel } from '../operations/update-label.ts';
import { getLabel } from '../reads/list-labels.ts';

const tag = 'Labels';
const byName = z.object({ name: z.string() });

/** The label a body names. */
export function named(input: { label_id?: string | number | undefined; name?: string | undefined }): string | number {
  const label = input.label_id ?? input.name;
  if (label === undefined || label === '') throw new AppError('missing_parameter', { names: 'label_id, name' });
  return label;
}

async function changedAt(ctx: Context, place: ContainerWithAncestors, idOrName: string | number): Promise<Date> {
  return (await getLabel(ctx, place, idOrName)).updatedAt;
}

export const labelRemovalRoutes: Route[] = [
  defineRoute({
    method: 'DELETE',
    path: '/projects/:id/labels',
    ability: 'admin_labels',
    tag,
    summary: 'Delete the label specified in the request',
    input: deleteLabelByInput,
    subject: inProject,
    changedAt: async ({ ctx, subject, input }) => changedAt(ctx, await projectContainer(ctx, subject), named(input)),
    handle: async ({ ctx, subject, input }) =>
      deleteLabel(ctx, { place: await projectContainer(ctx, subject), label: named(input) }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/projects/:id/labels/:name',
    ability: 'admin_labels',
    tag,
    summary: 'Delete a label by ID or name',
    params: byName,
    subject: inProject,
    changedAt: async ({ ctx, subject, params }) => changedAt(ctx, await projectContainer(ctx, subject), params.name),
    handle: async ({ ctx, subject, params }) =>
      deleteLabel(ctx, { place: await projectContainer(ctx, subject), label: params.name }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/groups/:id/labels',
    ability: 'admin_labels',
    tag,
    summary: 'Delete the group label specified in the request',
    input: deleteLabelByInput,
    subject: inGroup,
    changedAt: async ({ ctx, subject, input }) => changedAt(ctx, await groupContainer(ctx, subject), named(input)),
    handle: async ({ ctx, subject, input }) =>
      deleteLabel(ctx, { place: await groupContainer(ctx, subject), label: named(input) }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/groups/:id/labels/:name',
    ability: 'admin_labels',
    tag,
    summary: 'Delete a group label by ID or name',
    params: byName,
    subject: inGroup,
    changedAt: async ({ ctx, subject, params }) => changedAt(ctx, await groupContainer(ctx, subject), params.name),
    handle: async ({ ctx, subject, params }) =>
      deleteLabel(ctx, { place: await groupContainer(ctx, subject), label: params.name }),
  }),
];
