import { idInput } from '@tributary/contract/core/inputs.ts';
import {
  allowGroupInput,
  allowProjectInput,
  listAllowlistInput,
  restAllowedGroup,
  restAllowedProject,
  restJobTokenScope,
  updateJobTokenScopeInput,
} from '@tributary/contract/projects/job-token-scope.ts';
import { restPublicGroup } from '@tributary/contract/projects/namespaces.ts';
import { restBasicProject } from '@tributary/contract/projects/projects.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import { inProject } from '../../access/subjects.ts';
import { toRestBasicProject } from '../../lifecycle/render/to-rest.ts';
import { toRestPublicGroup } from '../../namespaces/render/to-rest.ts';
import { allowJobTokens, disallowJobTokens, setJobTokenScope } from '../operations/change-job-token-scope.ts';
import { listAllowedGroups, listAllowedProjects } from '../reads/job-token-scope.ts';

const tag = 'CI/CD job token scope';
const SCOPE = '/projects/:id/job_token_scope';

const scope = [
  defineRoute({
    method: 'GET',
    path: SCOPE,
    ability: 'read_job_token_scope',
    summary: 'Get which job tokens reach a project',
    tag,
    subject: inProject,
    response: restJobTokenScope,
    handle: ({ subject: { project } }) =>
      Promise.resolve({ inbound_enabled: project.ci_inbound_job_token_scope_enabled, outbound_enabled: false }),
  }),
  defineRoute({
    method: 'PATCH',
    path: SCOPE,
    ability: 'admin_job_token_scope',
    summary: 'Limit a project to job tokens of the projects on its allowlist, or end the limit',
    tag,
    input: updateJobTokenScopeInput,
    subject: inProject,
    status: 204,
    handle: async ({ ctx, subject: { project }, input }) =>
      setJobTokenScope(ctx, { projectId: project.id, isLimited: input.enabled }),
  }),
];

const projects = [
  defineRoute({
    method: 'GET',
    path: `${SCOPE}/allowlist`,
    ability: 'read_job_token_scope',
    summary: 'List the projects whose job tokens reach a project',
    tag,
    input: listAllowlistInput,
    subject: inProject,
    response: z.array(restBasicProject),
    handle: async ({ ctx, subject: { project }, input }) => {
      const page = await listAllowedProjects(ctx, project.id, { page: input.page, perPage: input.per_page });
      return paged(page, (view) => toRestBasicProject(ctx, view));
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${SCOPE}/allowlist`,
    ability: 'admin_job_token_scope',
    summary: 'Allow the job tokens of another project',
    tag,
    input: allowProjectInput,
    subject: inProject,
    response: restAllowedProject,
    handle: async ({ ctx, subject: { project }, input: { target_project_id: id } }) => {
      await allowJobTokens(ctx, { projectId: project.id, target: { kind: 'project', id } });
      return { source_project_id: project.id, target_project_id: id };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: `${SCOPE}/allowlist/:target_project_id`,
    ability: 'admin_job_token_scope',
    summary: 'Remove a project from the allowlist of job tokens',
    tag,
    params: z.object({ target_project_id: idInput }),
    subject: inProject,
    handle: ({ ctx, subject: { project }, params: { target_project_id: id } }) =>
      disallowJobTokens(ctx, { projectId: project.id, target: { kind: 'project', id } }),
  }),
];

const groups = [
  defineRoute({
    method: 'GET',
    path: `${SCOPE}/groups_allowlist`,
    ability: 'read_job_token_scope',
    summary: 'List the groups whose job tokens reach a project',
    tag,
    input: listAllowlistInput,
    subject: inProject,
    response: z.array(restPublicGroup),
    handle: async ({ ctx, subject: { project }, input }) => {
      const page = await listAllowedGroups(ctx, project.id, { page: input.page, perPage: input.per_page });
      return paged(page, (group) => toRestPublicGroup(ctx.config.url, group));
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${SCOPE}/groups_allowlist`,
    ability: 'admin_job_token_scope',
    summary: 'Allow the job tokens of all projects in a group',
    tag,
    input: allowGroupInput,
    subject: inProject,
    response: restAllowedGroup,
    handle: async ({ ctx, subject: { project }, input: { target_group_id: id } }) => {
      await allowJobTokens(ctx, { projectId: project.id, target: { kind: 'group', id } });
      return { source_project_id: project.id, target_group_id: id };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: `${SCOPE}/groups_allowlist/:target_group_id`,
    ability: 'admin_job_token_scope',
    summary: 'Remove a group from the allowlist of job tokens',
    tag,
    params: z.object({ target_group_id: idInput }),
    subject: inProject,
    handle: ({ ctx, subject: { project }, params: { target_group_id: id } }) =>
      disallowJobTokens(ctx, { projectId: project.id, target: { kind: 'group', id } }),
  }),
];

export const jobTokenScopeRoutes: Route[] = [...scope, ...projects, ...groups];
