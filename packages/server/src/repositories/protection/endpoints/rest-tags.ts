import { z } from 'zod';
import { protectTagInput } from '@tributary/contract/projects/repository-inputs.ts';
import { pagingInput } from '@tributary/contract/core/inputs.ts';
import { restProtectedTag } from '@tributary/contract/projects/repository-rest.ts';
import { slicePage } from '@tributary/contract/core/paging.ts';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import { inProject } from '../../../projects/index.ts';
import { getTagRule, protectTag, unprotectTag } from '../operations/protect-tag.ts';
import { listProtectedTags, nameTagRules } from '../reads/protected-tags.ts';
import { toRestProtectedTag } from '../render/to-rest.ts';

const tag = 'Protected tags';
const params = z.object({ name: z.string() });

const list = defineRoute({
  method: 'GET',
  path: '/projects/:id/protected_tags',
  ability: 'read_project_settings',
  summary: 'List protected tags',
  tag,
  input: z.strictObject(pagingInput),
  response: z.array(restProtectedTag),
  subject: inProject,
  handle: async ({ ctx, subject, input: { page, per_page: perPage } }) =>
    paged(slicePage(await listProtectedTags(ctx, subject), { page, perPage }), toRestProtectedTag),
});

const show = defineRoute({
  method: 'GET',
  path: '/projects/:id/protected_tags/:name',
  ability: 'read_project_settings',
  summary: 'Get a protected tag or wildcard',
  tag,
  params,
  response: restProtectedTag,
  subject: inProject,
  handle: async ({ ctx, subject, params: { name } }) => {
    const [named] = await nameTagRules(ctx, [await getTagRule(ctx, subject.project.id, name)]);
    return named && toRestProtectedTag(named);
  },
});

const create = defineRoute({
  method: 'POST',
  path: '/projects/:id/protected_tags',
  ability: 'admin_protected_refs',
  summary: 'Protect a tag or wildcard',
  tag,
  input: protectTagInput,
  response: restProtectedTag,
  subject: inProject,
  handle: async ({ ctx, subject, input }) => {
    const rule = await protectTag(ctx, { ...input, projectId: subject.project.id });
    const [named] = await nameTagRules(ctx, [rule]);
    return named && toRestProtectedTag(named);
  },
});

const remove = defineRoute({
  method: 'DELETE',
  path: '/projects/:id/protected_tags/:name',
  ability: 'admin_protected_refs',
  summary: 'Unprotect a tag',
  tag,
  params,
  subject: inProject,
  handle: ({ ctx, subject, params: { name } }) => unprotectTag(ctx, { projectId: subject.project.id, name }),
});

export const protectedTagRoutes: readonly Route[] = [list, show, create, remove];
