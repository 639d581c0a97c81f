import { restVariable } from '@tributary/contract/ci/run-pipeline.ts';
import {
  createVariableInput,
  findVariableInput,
  listVariablesInput,
  updateVariableInput,
  variableParams,
} from '@tributary/contract/ci/variables.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { defineRoute, type Route, type SubjectLoader } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import type { Context } from '../../../platform/context.ts';
import { INSTANCE, type PolicySubject } from '../../../platform/policy/policy.ts';
import { inGroup, inProject } from '../../../projects/index.ts';
import { listVariables, toRestSettingVariable, viewVariable } from '../list-variables.ts';
import { createVariable, deleteVariable, getVariable, updateVariable } from '../operations/save-variable.ts';
import type { VariableOwner } from '../variable-home.ts';

type Owned = { owner: VariableOwner; policy: PolicySubject };

const ofProject: SubjectLoader<Owned> = {
  params: ['id'],
  load: async (ctx, params) => {
    const { project, policy } = await inProject.load(ctx, params);
    return { owner: { kind: 'project', id: project.id }, policy };
  },
};
const ofGroup: SubjectLoader<Owned> = {
  params: ['id'],
  load: async (ctx, params) => {
    const { namespace, policy } = await inGroup.load(ctx, params);
    return { owner: { kind: 'group', id: namespace.id }, policy };
  },
};
const ofInstance: SubjectLoader<Owned> = {
  params: [],
  load: () => Promise.resolve({ owner: { kind: 'instance' } as const, policy: INSTANCE }),
};

type Filter = z.output<typeof findVariableInput>['filter'];
type Request<I> = { ctx: Context; subject: Owned; input: I; reply: FastifyReply };
type OneRequest<I> = Request<I> & { params: { key: string } };

const which = ({ subject: { owner }, params: { key } }: OneRequest<unknown>, filter: Filter) => ({
  owner,
  key,
  environmentScope: filter?.environment_scope,
});

const ofAll = {
  tag: 'CI/CD variables',
  input: listVariablesInput,
  response: z.array(restVariable),
  handle: async ({ ctx, subject: { owner }, input, reply }: Request<z.output<typeof listVariablesInput>>) => {
    reply.header('cache-control', 'no-store');
    return paged(await listVariables(ctx, owner, { page: input.page, perPage: input.per_page }), toRestSettingVariable);
  },
};

const ofOne = {
  tag: 'CI/CD variables',
  params: variableParams,
  input: findVariableInput,
  response: restVariable,
  handle: async (request: OneRequest<z.output<typeof findVariableInput>>) => {
    request.reply.header('cache-control', 'no-store');
    const row = await getVariable(request.ctx, which(request, request.input.filter));
    return toRestSettingVariable(viewVariable(request.ctx, row));
  },
};

const ofNew = {
  tag: 'CI/CD variables',
  input: createVariableInput,
  response: restVariable,
  handle: async ({ ctx, subject: { owner }, input }: Request<z.output<typeof createVariableInput>>) =>
    toRestSettingVariable(viewVariable(ctx, await createVariable(ctx, { ...input, owner }))),
};

const ofChange = {
  tag: 'CI/CD variables',
  params: variableParams,
  input: updateVariableInput,
  response: restVariable,
  handle: async (request: OneRequest<z.output<typeof updateVariableInput>>) => {
    const { filter, ...changes } = request.input;
    const row = await updateVariable(request.ctx, { ...which(request, filter), changes });
    return toRestSettingVariable(viewVariable(request.ctx, row));
  },
};

const ofRemoval = {
  tag: 'CI/CD variables',
  params: variableParams,
  input: findVariableInput,
  handle: (request: OneRequest<z.output<typeof findVariableInput>>) =>
    deleteVariable(request.ctx, which(request, request.input.filter)),
};

export const variableRoutes: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:id/variables',
    ability: 'read_project_variables',
    summary: 'List the CI/CD variables of a project',
    subject: ofProject,
    ...ofAll,
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/variables/:key',
    ability: 'read_project_variables',
    summary: 'Get a CI/CD variable of a project',
    subject: ofProject,
    ...ofOne,
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/variables',
    ability: 'admin_project_variables',
    summary: 'Create a CI/CD variable of a project',
    subject: ofProject,
    ...ofNew,
  }),
  defineRoute({
    method: 'PUT',
    path: '/projects/:id/variables/:key',
    ability: 'admin_project_variables',
    summary: 'Change a CI/CD variable of a project',
    subject: ofProject,
    ...ofChange,
  }),
  defineRoute({
    method: 'DELETE',
    path: '/projects/:id/variables/:key',
    ability: 'admin_project_variables',
    summary: 'Delete a CI/CD variable of a project',
    subject: ofProject,
    ...ofRemoval,
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/variables',
    ability: 'read_group_variables',
    summary: 'List the CI/CD variables of a group',
    subject: ofGroup,
    ...ofAll,
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/variables/:key',
    ability: 'read_group_variables',
    summary: 'Get a CI/CD variable of a group',
    subject: ofGroup,
    ...ofOne,
  }),
  defineRoute({
    method: 'POST',
    path: '/groups/:id/variables',
    ability: 'admin_group_variables',
    summary: 'Create a CI/CD variable of a group',
    subject: ofGroup,
    ...ofNew,
  }),
  defineRoute({
    method: 'PUT',
    path: '/groups/:id/variables/:key',
    ability: 'admin_group_variables',
    summary: 'Change a CI/CD variable of a group',
    subject: ofGroup,
    ...ofChange,
  }),
  defineRoute({
    method: 'DELETE',
    path: '/groups/:id/variables/:key',
    ability: 'admin_group_variables',
    summary: 'Delete a CI/CD variable of a group',
    subject: ofGroup,
    ...ofRemoval,
  }),
  defineRoute({
    method: 'GET',
    path: '/admin/ci/variables',
    ability: 'read_settings',
    summary: 'List the CI/CD variables of the instance',
    subject: ofInstance,
    ...ofAll,
  }),
  defineRoute({
    method: 'GET',
    path: '/admin/ci/variables/:key',
    ability: 'read_settings',
    summary: 'Get a CI/CD variable of the instance',
    subject: ofInstance,
    ...ofOne,
  }),
  defineRoute({
    method: 'POST',
    path: '/admin/ci/variables',
    ability: 'administer',
    summary: 'Create a CI/CD variable of the instance',
    subject: ofInstance,
    ...ofNew,
  }),
  defineRoute({
    method: 'PUT',
    path: '/admin/ci/variables/:key',
    ability: 'administer',
    summary: 'Change a CI/CD variable of the instance',
    subject: ofInstance,
    ...ofChange,
  }),
  defineRoute({
    method: 'DELETE',
    path: '/admin/ci/variables/:key',
    ability: 'administer',
    summary: 'Delete a CI/CD variable of the instance',
    subject: ofInstance,
    ...ofRemoval,
  }),
];
