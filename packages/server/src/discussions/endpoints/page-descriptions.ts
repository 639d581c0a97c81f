import { z } from 'zod';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import { deleteDescriptionVersion, restoreDescriptionVersion } from '../operations/description-versions.ts';
import { descriptionDiff } from '../reads/description-diff.ts';
import { type ContainerRoutes, inNoteable } from './subjects.ts';

const params = z.object({ version_id: idInput });
const input = z.strictObject({ start_version_id: idInput.optional() });

/** The history of a description, below the page of one kind of thing. */
export function pageDescriptionRoutes(door: ContainerRoutes, pathName: string): ScopedRoute[] {
  const path = `/${pathName}/:noteable_id/descriptions/:version_id`;
  const subject = inNoteable(door, pathName);
  const tag = 'Notes';
  const diff = defineRoute({
    method: 'GET',
    path: `${path}/diff`,
    ability: 'read_notes',
    summary: 'Compare a description version with the previous one',
    tag,
    subject,
    params,
    input,
    handle: ({ ctx, params: { version_id: versionId }, input: query, subject: { noteable } }) =>
      descriptionDiff(ctx, noteable, { versionId, startVersionId: query.start_version_id }),
  });
  const remove = defineRoute({
    method: 'DELETE',
    path,
    ability: 'delete_description_version',
    summary: 'Delete a description version',
    tag,
    subject,
    params,
    input,
    status: 200,
    handle: async ({ ctx, params: { version_id: versionId }, input: query, subject: { noteable } }) => {
      await deleteDescriptionVersion(ctx, { noteable, versionId, startVersionId: query.start_version_id });
      return {};
    },
  });
  const restore = defineRoute({
    method: 'POST',
    path: `${path}/restore`,
    // The thing's own operation asks who may change its description.
    ability: 'read_notes',
    summary: 'Restore a description version',
    tag,
    subject,
    params,
    input: input.extend({ side: z.enum(['before', 'after']).default('after') }),
    status: 200,
    handle: async ({ ctx, params: { version_id: versionId }, input: { start_version_id: start, side }, subject }) => {
      await restoreDescriptionVersion(ctx, { noteable: subject.noteable, versionId, startVersionId: start, side });
      return {};
    },
  });
  return [diff, remove, restore].map((route) => defineScopedRoute(door.on, route));
}
