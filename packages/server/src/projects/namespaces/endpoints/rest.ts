import { restBasicProject, restProject, restAccepted } from '@tributary/contract/projects/projects.ts';
import {
  createGroupInput,
  deleteGroupInput,
  getGroupInput,
  listGroupProjectsInput,
  listGroupsInput,
  listNamespacesInput,
  namespaceExistsInput,
  restGroup,
  restGroupDetail,
  restNamespace,
  restNamespaceExistence,
  updateGroupInput,
} from '@tributary/contract/projects/namespaces.ts';
import { z } from 'zod';
import { AVATAR_FILE, checkedAvatarType } from '../../../accounts/index.ts';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import { changeAvatar } from '../../avatars/operations/change-avatar.ts';
import { inGroup, inNamespace } from '../../access/subjects.ts';
import { listProjects } from '../../lifecycle/reads/list-projects.ts';
import { countOpenIssues } from '../../lifecycle/contributed-facts.ts';
import { toRestProject } from '../../lifecycle/render/to-rest.ts';
import { createGroup } from '../operations/create-group.ts';
import { deleteGroup } from '../operations/delete-group.ts';
import { updateGroup } from '../operations/update-group.ts';
import { describeNamespaces } from '../reads/describe-namespaces.ts';
import { type GroupFilter, listNamespaces, namespaceExistence } from '../reads/list-namespaces.ts';
import { getNamespaceView } from '../reads/namespace-views.ts';
import { toRestNamespace } from '../render/to-rest.ts';
import { groupLifecycleRoutes } from './rest-lifecycle.ts';
import { answerGroup, answerGroups, answerProjects } from './answer-lists.ts';

const tag = 'Groups';
const groups = [
  defineRoute({
    method: 'GET',
    path: '/groups',
    ability: 'browse',
    summary: 'List the groups you can see',
    tag,
    input: listGroupsInput,
    response: z.array(restGroup),
    handle: (request) => answerGroups(request, {}),
  }),
  defineRoute({
    method: 'POST',
    path: '/groups',
    ability: 'create_group',
    summary: 'Create a group',
    tag,
    input: createGroupInput,
    file: AVATAR_FILE,
    response: restGroupDetail,
    handle: async ({ ctx, input, file }) => {
      if (file) checkedAvatarType(file);
      const { parent_id: parentId, avatar: _avatar, ...rest } = input;
      const group = await createGroup(ctx, { ...rest, parentId: parentId ?? undefined });
      if (file) await changeAvatar(ctx, { place: { kind: 'group', id: group.id }, data: file });
      return answerGroup(ctx, group.id);
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id',
    ability: 'read_group',
    summary: 'Get a group, optionally with its projects',
    tag,
    input: getGroupInput,
    subject: inGroup,
    response: restGroupDetail.extend({ projects: z.array(restProject).optional() }),
    handle: async ({ ctx, subject, input }) => {
      const group = await answerGroup(ctx, subject.namespace.id);
      if (!input.with_projects) return group;
      const request = { page: 1, perPage: 100, orderBy: 'created_at', descending: true } as const;
      const page = await listProjects(ctx, { namespaceId: subject.namespace.id }, request);
      const openIssues = await countOpenIssues(ctx, page.items);
      return { ...group, projects: page.items.map((view) => toRestProject(ctx, view, { openIssues })) };
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/groups/:id',
    ability: 'update_group',
    summary: 'Update a group. A new path changes the URLs of everything in it',
    tag,
    input: updateGroupInput,
    file: AVATAR_FILE,
    subject: inGroup,
    response: restGroupDetail,
    handle: async ({ ctx, subject, input, file }) => {
      if (file) checkedAvatarType(file);
      const { avatar, ...changes } = input;
      const place = { kind: 'group', id: subject.namespace.id } as const;
      await updateGroup(ctx, { ...changes, groupId: place.id });
      if (file || avatar === '') await changeAvatar(ctx, { place, data: file ?? null });
      return answerGroup(ctx, subject.namespace.id);
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/groups/:id',
    ability: 'delete_group',
    summary: 'Delete a group and its subgroups and projects, or mark it for deletion',
    tag,
    input: deleteGroupInput,
    subject: inGroup,
    status: 202,
    response: restAccepted,
    changedAt: ({ subject }) => subject.namespace.updated_at,
    handle: async ({ ctx, subject, input }) => {
      await deleteGroup(ctx, {
        groupId: subject.namespace.id,
        confirmation: input.full_path,
        isPermanent: input.permanently_remove,
      });
      return { message: '202 Accepted' };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/subgroups',
    ability: 'read_group',
    summary: 'List the subgroups of a group',
    tag,
    input: listGroupsInput,
    subject: inGroup,
    response: z.array(restGroup),
    handle: (request) => answerGroups(request, { parentId: request.subject.namespace.id }),
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/descendant_groups',
    ability: 'read_group',
    summary: 'List the descendant groups of a group',
    tag,
    input: listGroupsInput,
    subject: inGroup,
    response: z.array(restGroup),
    handle: (request) => answerGroups(request, { belowId: request.subject.namespace.id }),
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/projects',
    ability: 'read_group',
    summary: 'List the projects of a group',
    tag,
    input: listGroupProjectsInput,
    subject: inGroup,
    response: z.array(z.union([restProject, restBasicProject])),
    handle: ({ ctx, subject, input }) => answerProjects(ctx, subject.namespace.id, input),
  }),
];

const namespaces = [
  defineRoute({
    method: 'GET',
    path: '/namespaces',
    ability: 'list_own_namespaces',
    summary: 'List your personal namespace and the groups you are a member of',
    tag: 'Namespaces',
    input: listNamespacesInput,
    response: z.array(restNamespace),
    handle: async ({ ctx, input }) => {
      const isAdmin = ctx.actor.kind === 'user' && ctx.actor.isAdmin;
      const filter: GroupFilter = {
        search: input.search,
        searchFullPath: input.full_path_search,
        minLevel: input.owned_only ? 50 : isAdmin ? undefined : 10,
        ...(input.top_level_only && { parentId: null }),
      };
      const page = await listNamespaces(ctx, filter, { page: input.page, perPage: input.per_page });
      const described = await describeNamespaces(ctx, page.items);
      return paged({ ...page, items: described }, ({ view, counts }) => toRestNamespace(ctx.config.url, view, counts));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/namespaces/:id',
    ability: 'read_group',
    summary: 'Get a namespace',
    tag: 'Namespaces',
    subject: inNamespace,
    response: restNamespace,
    handle: async ({ ctx, subject }) => {
      const [found] = await describeNamespaces(ctx, [await getNamespaceView(ctx, subject.namespace.id)]);
      return found && toRestNamespace(ctx.config.url, found.view, found.counts);
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/namespaces/:id/exists',
    ability: 'list_own_namespaces',
    summary: 'Check whether a path is available',
    tag: 'Namespaces',
    params: z.object({ id: z.string() }),
    input: namespaceExistsInput,
    response: restNamespaceExistence,
    handle: ({ ctx, params, input }) => namespaceExistence(ctx, params.id, input.parent_id),
  }),
];

export const namespaceRoutes = [...groups, ...groupLifecycleRoutes, ...namespaces];
