import { idInput } from '@tributary/contract/core/inputs.ts';
import { SAVED_VIEW_LISTS } from '@tributary/contract/planning/saved-views.ts';
import { z } from 'zod';
import { defineRoute, type SubjectLoader } from '../../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import type { PolicySubject } from '../../../platform/policy/policy.ts';
import { inGroup, inProject } from '../../../projects/index.ts';
import type { ContainerKey } from '../../planning-container.ts';
import { changeSavedView, createSavedView, removeSavedView } from '../change-saved-views.ts';

const tag = 'Saved views';
const params = z.object({ view: idInput });
// Longer ones are told by the operation, at their field.
const name = z.string();

type Subject = { policy: PolicySubject; place: ContainerKey };

const onProject: SubjectLoader<Subject> = {
  params: [],
  load: async (ctx, given) => {
    const { project, policy } = await inProject.load(ctx, given);
    return { policy, place: { kind: 'project', id: project.id } };
  },
};

const onGroup: SubjectLoader<Subject> = {
  params: [],
  load: async (ctx, given) => {
    const { namespace, policy } = await inGroup.load(ctx, given);
    return { policy, place: { kind: 'group', id: namespace.id } };
  },
};

/** `<project>/-/saved_views`: of the lists of issues and of merge requests. */
function routesOn(on: 'project' | 'group', subject: SubjectLoader<Subject>): ScopedRoute[] {
  const create = defineRoute({
    method: 'POST',
    path: '/saved_views',
    ability: 'change_account',
    summary: 'Save a view of a list',
    tag,
    subject,
    input: z.strictObject({ list: z.enum(SAVED_VIEW_LISTS), name, query: z.string() }),
    handle: ({ ctx, input, subject: { place } }) => createSavedView(ctx, { ...input, place }),
  });
  const change = defineRoute({
    method: 'PUT',
    path: '/saved_views/:view',
    ability: 'change_account',
    summary: 'Rename a saved view',
    tag,
    subject,
    params,
    input: z.strictObject({ name }),
    handle: ({ ctx, input, params: { view }, subject: { place } }) =>
      changeSavedView(ctx, { ...input, id: view, place }),
  });
  const destroy = defineRoute({
    method: 'DELETE',
    path: '/saved_views/:view',
    ability: 'change_account',
    summary: 'Delete a saved view',
    tag,
    subject,
    params,
    handle: async ({ ctx, params: { view }, subject: { place } }) => {
      await removeSavedView(ctx, { id: view, place });
    },
  });
  return [create, change, destroy].map((route) => defineScopedRoute(on, route));
}

export const savedViewRoutes: readonly ScopedRoute[] = [
  ...routesOn('project', onProject),
  ...routesOn('group', onGroup),
];
