import {
  listProtectedEnvironmentsInput,
  protectEnvironmentInput,
  restProtectedEnvironment,
  updateProtectedEnvironmentInput,
} from '@tributary/contract/environments/protection.ts';
import { slicePage } from '@tributary/contract/core/paging.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import type { Context } from '../../../platform/context.ts';
import { inGroup, inProject, type NamespaceAccess, type ProjectAccess } from '../../../projects/index.ts';
import {
  getProtection,
  protectEnvironment,
  unprotectEnvironment,
  updateProtectedEnvironment,
} from '../operations/protect-environment.ts';
import { listNamedProtections, nameProtections } from '../reads/protection-views.ts';
import { toRestProtectedEnvironment } from '../render/to-rest.ts';
import type { EnvironmentProtection } from '../rules/protection.ts';
import type { ProtectionOwner } from '../store/protection-store.ts';

const tag = 'Protected environments';
const params = z.object({ name: z.string() });
const ofProject = '/projects/:id/protected_environments';
const ofGroup = '/groups/:id/protected_environments';

const projectOwner = ({ project }: ProjectAccess): ProtectionOwner => ({ projectId: project.id });
const groupOwner = ({ namespace }: NamespaceAccess): ProtectionOwner => ({ namespaceId: namespace.id });

async function answer(ctx: Context, protection: EnvironmentProtection) {
  const [named] = await nameProtections(ctx, [protection]);
  return named && toRestProtectedEnvironment(named);
}

async function list(ctx: Context, owner: ProtectionOwner, { page, per_page: perPage }: Paging) {
  const named = await listNamedProtections(ctx, owner);
  return paged(slicePage(named, { page, perPage }), toRestProtectedEnvironment);
}
type Paging = z.output<typeof listProtectedEnvironmentsInput>;

const common = { tag, response: restProtectedEnvironment };
const all = { tag, input: listProtectedEnvironmentsInput, response: z.array(restProtectedEnvironment) };

const projectRoutes: Route[] = [
  defineRoute({
    method: 'GET',
    path: ofProject,
    ability: 'read_protected_environments',
    summary: 'List the protected environments of a project',
    ...all,
    subject: inProject,
    handle: ({ ctx, subject, input }) => list(ctx, projectOwner(subject), input),
  }),
  defineRoute({
    method: 'GET',
    path: `${ofProject}/:name`,
    ability: 'read_protected_environments',
    summary: 'Get a protected environment of a project',
    ...common,
    params,
    subject: inProject,
    handle: async ({ ctx, subject, params: { name } }) =>
      answer(ctx, await getProtection(ctx, projectOwner(subject), name)),
  }),
  defineRoute({
    method: 'POST',
    path: ofProject,
    ability: 'admin_protected_environments',
    summary: 'Protect an environment of a project',
    ...common,
    input: protectEnvironmentInput,
    subject: inProject,
    handle: async ({ ctx, subject, input }) =>
      answer(ctx, await protectEnvironment(ctx, { ...input, owner: projectOwner(subject) })),
  }),
  defineRoute({
    method: 'PUT',
    path: `${ofProject}/:name`,
    ability: 'admin_protected_environments',
    summary: 'Update a protected environment of a project',
    ...common,
    params,
    input: updateProtectedEnvironmentInput,
    subject: inProject,
    handle: async ({ ctx, subject, params: { name }, input }) =>
      answer(ctx, await updateProtectedEnvironment(ctx, { ...input, owner: projectOwner(subject), name })),
  }),
  defineRoute({
    method: 'DELETE',
    path: `${ofProject}/:name`,
    ability: 'admin_protected_environments',
    summary: 'Unprotect an environment of a project',
    tag,
    params,
    subject: inProject,
    handle: ({ ctx, subject, params: { name } }) => unprotectEnvironment(ctx, { owner: projectOwner(subject), name }),
  }),
];

const groupRoutes: Route[] = [
  defineRoute({
    method: 'GET',
    path: ofGroup,
    ability: 'read_group_protected_environments',
    summary: 'List the protected environments of a group',
    ...all,
    subject: inGroup,
    handle: ({ ctx, subject, input }) => list(ctx, groupOwner(subject), input),
  }),
  defineRoute({
    method: 'GET',
    path: `${ofGroup}/:name`,
    ability: 'read_group_protected_environments',
    summary: 'Get a protected environment of a group',
    ...common,
    params,
    subject: inGroup,
    handle: async ({ ctx, subject, params: { name } }) =>
      answer(ctx, await getProtection(ctx, groupOwner(subject), name)),
  }),
  defineRoute({
    method: 'POST',
    path: ofGroup,
    ability: 'admin_group_protected_environments',
    summary: 'Protect the environments of a tier in a group',
    ...common,
    input: protectEnvironmentInput,
    subject: inGroup,
    handle: async ({ ctx, subject, input }) =>
      answer(ctx, await protectEnvironment(ctx, { ...input, owner: groupOwner(subject) })),
  }),
  defineRoute({
    method: 'PUT',
    path: `${ofGroup}/:name`,
    ability: 'admin_group_protected_environments',
    summary: 'Update a protected environment of a group',
    ...common,
    params,
    input: updateProtectedEnvironmentInput,
    subject: inGroup,
    handle: async ({ ctx, subject, params: { name }, input }) =>
      answer(ctx, await updateProtectedEnvironment(ctx, { ...input, owner: groupOwner(subject), name })),
  }),
  defineRoute({
    method: 'DELETE',
    path: `${ofGroup}/:name`,
    ability: 'admin_group_protected_environments',
    summary: 'Unprotect the environments of a tier in a group',
    tag,
    params,
    subject: inGroup,
    handle: ({ ctx, subject, params: { name } }) => unprotectEnvironment(ctx, { owner: groupOwner(subject), name }),
  }),
];

export const protectedEnvironmentRoutes: readonly Route[] = [...projectRoutes, ...groupRoutes];
