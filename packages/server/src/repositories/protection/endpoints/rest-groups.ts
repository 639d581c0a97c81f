import type { Extensions } from '../../../platform/extensions.ts';
import {
  listProtectedBranchesInput,
  protectBranchInput,
  updateProtectedBranchInput,
} from '@tributary/contract/projects/repository-inputs.ts';
import { restProtectedBranch } from '@tributary/contract/projects/repository-rest.ts';
import type { GroupProtectedBranchesPageData } from '@tributary/contract/projects/repository-page.ts';
import { z } from 'zod';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { definePage } from '../../../endpoints/pages/define-page.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import type { Context } from '../../../platform/context.ts';
import { defineGroupNav, inGroup, type NamespaceAccess } from '../../../projects/index.ts';
import { getRule, protectBranch, unprotectBranch, updateProtectedBranch } from '../operations/protect-branch.ts';
import { listGroupProtectedBranches, loadGroupProtectedBranches, nameRules } from '../reads/protected-branches.ts';
import { toRestProtectedBranch } from '../render/to-rest.ts';
import type { ProtectionRule, RuleOwner } from '../rules/protection-rule.ts';

const tag = 'Group protected branches';
const params = z.object({ name: z.string() });

const ownerOf = ({ namespace }: NamespaceAccess): RuleOwner => ({ kind: 'group', id: namespace.id });

export async function answerProtectedBranch(ctx: Context, rule: ProtectionRule) {
  const [named] = await nameRules(ctx, [rule]);
  return named && toRestProtectedBranch(named);
}

/** Branches that a group protects in all its projects. */
export const groupProtectedBranchRoutes = [
  defineRoute({
    method: 'GET',
    path: '/groups/:id/protected_branches',
    ability: 'read_group_protected_refs',
    summary: 'List the protected branches of a group',
    tag,
    input: listProtectedBranchesInput,
    subject: inGroup,
    response: z.array(restProtectedBranch),
    handle: async ({ ctx, subject, input: { page, per_page: perPage, search } }) =>
      paged(
        await listGroupProtectedBranches(ctx, subject.namespace.id, { page, perPage, search }),
        toRestProtectedBranch,
      ),
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/protected_branches/:name',
    ability: 'read_group_protected_refs',
    summary: 'Get a protected branch or wildcard of a group',
    tag,
    params,
    subject: inGroup,
    response: restProtectedBranch,
    handle: async ({ ctx, subject, params: { name } }) =>
      answerProtectedBranch(ctx, await getRule(ctx, ownerOf(subject), name)),
  }),
  defineRoute({
    method: 'POST',
    path: '/groups/:id/protected_branches',
    ability: 'admin_group_protected_refs',
    summary: 'Protect a branch or wildcard in all projects of a group',
    tag,
    input: protectBranchInput,
    subject: inGroup,
    response: restProtectedBranch,
    handle: async ({ ctx, subject, input }) =>
      answerProtectedBranch(ctx, await protectBranch(ctx, { ...input, owner: ownerOf(subject) })),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/groups/:id/protected_branches/:name',
    ability: 'admin_group_protected_refs',
    summary: 'Update a protected branch of a group',
    tag,
    params,
    input: updateProtectedBranchInput,
    subject: inGroup,
    response: restProtectedBranch,
    handle: async ({ ctx, subject, params: { name }, input }) =>
      answerProtectedBranch(ctx, await updateProtectedBranch(ctx, { ...input, owner: ownerOf(subject), name })),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/groups/:id/protected_branches/:name',
    ability: 'admin_group_protected_refs',
    summary: 'Unprotect a branch of a group',
    tag,
    params,
    subject: inGroup,
    handle: ({ ctx, subject, params: { name } }) => unprotectBranch(ctx, { owner: ownerOf(subject), name }),
  }),
];

const SETTINGS_PATH = 'settings/repository';
const NAV_KEY = 'group_repository_settings';

export const groupProtectedBranchesPage = definePage<NamespaceAccess, GroupProtectedBranchesPageData>({
  kind: 'group_protected_branches',
  on: 'group',
  path: SETTINGS_PATH,
  ability: 'read_group_protected_refs',
  nav: NAV_KEY,
  load: async ({ ctx, subject }) => ({
    title: 'Repository settings',
    breadcrumbs: [{ text: 'Repository settings', href: `/groups/${subject.namespace.full_path}/-/${SETTINGS_PATH}` }],
    data: await loadGroupProtectedBranches(ctx, subject),
  }),
});

export const protectionRestGroups: Extensions = [
  defineGroupNav({
    key: NAV_KEY,
    label: 'Repository',
    icon: 'code',
    path: SETTINGS_PATH,
    order: 92,
    group: 'Settings',
    ability: 'read_group_protected_refs',
  }),
];
