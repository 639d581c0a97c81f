import { idInput } from '@tributary/contract/core/inputs.ts';
import { slicePage } from '@tributary/contract/core/paging.ts';
import {
  changeGroupLinkInput,
  inviteGroupInput,
  listInvitedGroupsInput,
  restProjectGroupLink,
} from '@tributary/contract/projects/members.ts';
import {
  listGroupsInput,
  listSharedProjectsInput,
  restGroup,
  restGroupDetail,
  restPublicGroup,
} from '@tributary/contract/projects/namespaces.ts';
import { listProjectGroupsInput, restBasicProject, restProject } from '@tributary/contract/projects/projects.ts';
import { z } from 'zod';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import type { Context } from '../../../platform/context.ts';
import { inGroup, inProject } from '../../access/subjects.ts';
import type { MemberContainer } from '../../members/member-store.ts';
import { answerGroup, answerGroups, answerProjectsOf } from '../../namespaces/endpoints/answer-lists.ts';
import { ancestorGroups } from '../../namespaces/reads/ancestor-groups.ts';
import { toRestGroup, toRestPublicGroup } from '../../namespaces/render/to-rest.ts';
import { changeGroupLink, endGroupLink } from '../operations/change-group-link.ts';
import { inviteGroup } from '../operations/invite-group.ts';
import { listInvitedGroups, listGroupIdsSharedWith } from '../reads/invited-groups.ts';
import { toRestProjectGroupLink } from '../render/to-rest.ts';

const tag = 'Group sharing';
const linkParams = z.object({ group_id: idInput });

const projectOf = (subject: { project: { id: number } }): MemberContainer => ({
  kind: 'project',
  id: subject.project.id,
});
const groupOf = (subject: { namespace: { id: number } }): MemberContainer => ({
  kind: 'group',
  id: subject.namespace.id,
});

type ChangeInput = z.output<typeof changeGroupLinkInput>;

function grantOf(input: ChangeInput) {
  return { level: input.group_access, expiresAt: input.expires_at === '' ? null : input.expires_at };
}

async function answerInvited(ctx: Context, place: MemberContainer, input: z.output<typeof listInvitedGroupsInput>) {
  const groups = await listInvitedGroups(ctx, place, {
    relations: input.relation,
    search: input.search,
    minLevel: input.min_access_level,
  });
  const page = slicePage(groups, { page: input.page, perPage: input.per_page });
  return paged(page, (group) => toRestGroup(ctx.config.url, group));
}

const projectShares = [
  defineRoute({
    method: 'POST',
    path: '/projects/:id/share',
    ability: 'admin_project_members',
    summary: 'Share a project with a group',
    tag,
    input: inviteGroupInput,
    subject: inProject,
    response: restProjectGroupLink,
    handle: async ({ ctx, subject, input }) => {
      const grant = { place: projectOf(subject), groupId: input.group_id, ...grantOf(input) };
      return toRestProjectGroupLink(await inviteGroup(ctx, grant));
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/projects/:id/share/:group_id',
    ability: 'admin_project_members',
    summary: 'Update the role of a group that a project is shared with',
    tag,
    params: linkParams,
    input: changeGroupLinkInput,
    subject: inProject,
    response: restProjectGroupLink,
    handle: async ({ ctx, subject, params, input }) => {
      const change = { place: projectOf(subject), groupId: params.group_id, ...grantOf(input) };
      return toRestProjectGroupLink(await changeGroupLink(ctx, change));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/projects/:id/share/:group_id',
    ability: 'admin_project_members',
    summary: 'Stop sharing a project with a group',
    tag,
    params: linkParams,
    subject: inProject,
    handle: ({ ctx, subject, params }) => endGroupLink(ctx, { place: projectOf(subject), groupId: params.group_id }),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/invited_groups',
    ability: 'read_project',
    summary: 'List the groups invited to a project or its parent groups',
    tag,
    input: listInvitedGroupsInput,
    subject: inProject,
    response: z.array(restGroup),
    handle: ({ ctx, subject, input }) => answerInvited(ctx, projectOf(subject), input),
  }),
  // Pages of other front ends name the format.
  ...['/projects/:id/groups', '/projects/:id/groups.json'].map((path) =>
    defineRoute({
      method: 'GET',
      path,
      ability: 'read_project',
      summary: 'List the parent groups of a project, and optionally the invited groups',
      tag: 'Projects',
      input: listProjectGroupsInput,
      subject: inProject,
      response: z.array(restPublicGroup),
      handle: async ({ ctx, subject, input }) => {
        const { search, skip_groups: skipIds = [], shared_min_access_level: minLevel } = input;
        const above = await ancestorGroups(ctx, subject.project.namespace_id, { search, skipIds });
        const invited = input.with_shared ? await listInvitedGroups(ctx, projectOf(subject), { search, minLevel }) : [];
        const known = new Set([...skipIds, ...above.map((group) => group.id)]);
        const groups = [...above, ...invited.filter((group) => !known.has(group.id))];
        const page = slicePage(groups, { page: input.page, perPage: input.per_page });
        return paged(page, (group) => toRestPublicGroup(ctx.config.url, group));
      },
    }),
  ),
];

const groupShares = [
  defineRoute({
    method: 'POST',
    path: '/groups/:id/share',
    ability: 'admin_group_members',
    summary: 'Share a group with another group',
    tag,
    input: inviteGroupInput,
    subject: inGroup,
    response: restGroupDetail,
    handle: async ({ ctx, subject, input }) => {
      await inviteGroup(ctx, { place: groupOf(subject), groupId: input.group_id, ...grantOf(input) });
      return answerGroup(ctx, subject.namespace.id);
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/groups/:id/share/:group_id',
    ability: 'admin_group_members',
    summary: 'Update the role of a group that a group is shared with',
    tag,
    params: linkParams,
    input: changeGroupLinkInput,
    subject: inGroup,
    response: restGroupDetail,
    handle: async ({ ctx, subject, params, input }) => {
      await changeGroupLink(ctx, { place: groupOf(subject), groupId: params.group_id, ...grantOf(input) });
      return answerGroup(ctx, subject.namespace.id);
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/groups/:id/share/:group_id',
    ability: 'admin_group_members',
    summary: 'Stop sharing a group with another group',
    tag,
    params: linkParams,
    subject: inGroup,
    handle: ({ ctx, subject, params }) => endGroupLink(ctx, { place: groupOf(subject), groupId: params.group_id }),
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/invited_groups',
    ability: 'read_group',
    summary: 'List the groups invited to a group or its parent groups',
    tag,
    input: listInvitedGroupsInput,
    subject: inGroup,
    response: z.array(restGroup),
    handle: ({ ctx, subject, input }) => answerInvited(ctx, groupOf(subject), input),
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/groups/shared',
    ability: 'read_group',
    summary: 'List the groups that a group is invited to',
    tag,
    input: listGroupsInput,
    subject: inGroup,
    response: z.array(restGroup),
    handle: async (request) =>
      answerGroups(request, { ids: await listGroupIdsSharedWith(request.ctx, request.subject.namespace.id) }),
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/projects/shared',
    ability: 'read_group',
    summary: 'List the projects that are shared with a group',
    tag,
    input: listSharedProjectsInput,
    subject: inGroup,
    response: z.array(z.union([restProject, restBasicProject])),
    handle: ({ ctx, subject, input }) => answerProjectsOf(ctx, { sharedWithGroupId: subject.namespace.id }, input),
  }),
];

export const groupLinkRoutes = [...projectShares, ...groupShares];
