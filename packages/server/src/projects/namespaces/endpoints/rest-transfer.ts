import {
  listTransferLocationsInput,
  restGroupDetail,
  restPublicGroup,
  transferGroupInput,
} from '@tributary/contract/projects/namespaces.ts';
import { z } from 'zod';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import { getProjectAccess } from '../../access/project-access.ts';
import { inGroup, inProject } from '../../access/subjects.ts';
import { transferProject } from '../../lifecycle/operations/transfer-project.ts';
import { transferGroup } from '../operations/transfer-group.ts';
import { listNamespaces } from '../reads/list-namespaces.ts';
import { toRestPublicGroup } from '../render/to-rest.ts';
import { answerGroup } from './answer-lists.ts';

const MAINTAINER = 40;
const DEVELOPER = 30;

export const transferRoutes = [
  defineRoute({
    method: 'POST',
    path: '/groups/:id/transfer',
    ability: 'delete_group',
    summary: 'Transfer a group to another group, or to the top level if no group is specified',
    tag: 'Groups',
    input: transferGroupInput,
    subject: inGroup,
    response: restGroupDetail,
    handle: async ({ ctx, subject, input }) => {
      await transferGroup(ctx, { groupId: subject.namespace.id, parentId: input.group_id ?? null });
      return answerGroup(ctx, subject.namespace.id);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/groups/:id/projects/:project_id',
    ability: 'create_project_in_group',
    summary: 'Transfer a project to a group',
    tag: 'Groups',
    params: z.object({ project_id: z.string() }),
    subject: inGroup,
    response: restGroupDetail,
    handle: async ({ ctx, subject, params }) => {
      const { project } = await getProjectAccess(ctx, params.project_id);
      await transferProject(ctx, { projectId: project.id, namespace: subject.namespace.id });
      return answerGroup(ctx, subject.namespace.id);
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/transfer_locations',
    ability: 'read_group',
    summary: 'List the groups you can transfer a group to',
    tag: 'Groups',
    input: listTransferLocationsInput,
    subject: inGroup,
    response: z.array(restPublicGroup),
    handle: async ({ ctx, subject: { namespace }, input }) => {
      const skipIds = [namespace.id, ...(namespace.parent_id === null ? [] : [namespace.parent_id])];
      const filter = { minLevel: MAINTAINER, search: input.search, skipIds, notBelowId: namespace.id };
      const request = { page: input.page, perPage: input.per_page };
      const page = await listNamespaces(ctx, { kind: 'group', ...filter }, request);
      return paged(page, (group) => toRestPublicGroup(ctx.config.url, group));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/transfer_locations',
    ability: 'read_project',
    summary: 'List the groups you can transfer a project to',
    tag: 'Projects',
    input: listTransferLocationsInput,
    subject: inProject,
    response: z.array(restPublicGroup),
    handle: async ({ ctx, subject: { project }, input }) => {
      const filter = { minLevel: DEVELOPER, search: input.search, skipIds: [project.namespace_id] };
      const request = { page: input.page, perPage: input.per_page };
      const page = await listNamespaces(ctx, { kind: 'group', ...filter }, request);
      return paged(page, (group) => toRestPublicGroup(ctx.config.url, group));
    },
  }),
];
