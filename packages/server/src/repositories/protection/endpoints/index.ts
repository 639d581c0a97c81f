import { z } from 'zod';
import type { ProtectedBranchesPageData } from '@tributary/contract/projects/repository-page.ts';
import {
  listProtectedBranchesInput,
  protectBranchInput,
  updateProtectedBranchInput,
} from '@tributary/contract/projects/repository-inputs.ts';
import { restProtectedBranch } from '@tributary/contract/projects/repository-rest.ts';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { definePage } from '../../../endpoints/pages/define-page.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import type { SliceEndpoints } from '../../../endpoints/slice.ts';
import { inProject, type ProjectAccess } from '../../../projects/index.ts';
import type { RuleOwner } from '../rules/protection-rule.ts';
import { protectBranch, unprotectBranch, updateProtectedBranch } from '../operations/protect-branch.ts';
import { getProtectedBranch, listProtectedBranches, loadProtectedBranchesPage } from '../reads/protected-branches.ts';
import { answerProtectedBranch, groupProtectedBranchesPage, groupProtectedBranchRoutes } from './rest-groups.ts';
import { protectedTagRoutes } from './rest-tags.ts';
import { toRestProtectedBranch } from '../render/to-rest.ts';

const tag = 'Protected branches';
const nameParams = z.object({ name: z.string() });

const ownerOf = ({ project }: ProjectAccess): RuleOwner => ({ kind: 'project', id: project.id });

const list = defineRoute({
  method: 'GET',
  path: '/projects/:id/protected_branches',
  ability: 'read_project_settings',
  summary: 'List protected branches',
  tag,
  input: listProtectedBranchesInput,
  response: z.array(restProtectedBranch),
  subject: inProject,
  handle: async ({ ctx, subject, input }) => {
    const { page, per_page: perPage, search } = input;
    return paged(await listProtectedBranches(ctx, subject, { page, perPage, search }), toRestProtectedBranch);
  },
});

const show = defineRoute({
  method: 'GET',
  path: '/projects/:id/protected_branches/:name',
  ability: 'read_project_settings',
  summary: 'Get a protected branch or wildcard',
  tag,
  params: nameParams,
  response: restProtectedBranch,
  subject: inProject,
  handle: async ({ ctx, subject, params }) =>
    toRestProtectedBranch(await getProtectedBranch(ctx, subject, params.name)),
});

const create = defineRoute({
  method: 'POST',
  path: '/projects/:id/protected_branches',
  ability: 'admin_protected_refs',
  summary: 'Protect a branch or wildcard',
  tag,
  input: protectBranchInput,
  response: restProtectedBranch,
  subject: inProject,
  handle: async ({ ctx, subject, input }) =>
    answerProtectedBranch(ctx, await protectBranch(ctx, { ...input, owner: ownerOf(subject) })),
});

const update = defineRoute({
  method: 'PATCH',
  path: '/projects/:id/protected_branches/:name',
  ability: 'admin_protected_refs',
  summary: 'Update a protected branch',
  tag,
  params: nameParams,
  input: updateProtectedBranchInput,
  response: restProtectedBranch,
  subject: inProject,
  handle: async ({ ctx, subject, params, input }) => {
    const change = { ...input, owner: ownerOf(subject), name: params.name };
    return answerProtectedBranch(ctx, await updateProtectedBranch(ctx, change));
  },
});

const remove = defineRoute({
  method: 'DELETE',
  path: '/projects/:id/protected_branches/:name',
  ability: 'admin_protected_refs',
  summary: 'Unprotect a branch',
  tag,
  params: nameParams,
  subject: inProject,
  handle: ({ ctx, subject, params }) => unprotectBranch(ctx, { owner: ownerOf(subject), name: params.name }),
});

const settings = definePage<ProjectAccess, ProtectedBranchesPageData>({
  kind: 'protected_branches',
  on: 'project',
  path: 'settings/repository',
  ability: 'read_project_settings',
  nav: 'repository_settings',
  load: async ({ ctx, subject }) => ({
    title: 'Repository settings',
    data: await loadProtectedBranchesPage(ctx, subject),
  }),
});

export const protectionEndpoints: SliceEndpoints = {
  rest: [list, show, create, update, remove, ...groupProtectedBranchRoutes, ...protectedTagRoutes],
  pages: [settings, groupProtectedBranchesPage],
};
