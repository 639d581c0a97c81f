import {
  addMemberInput,
  listMembersInput,
  removeMemberInput,
  restMember,
  restMembersAdded,
  updateMemberInput,
} from '@tributary/contract/projects/members.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { z } from 'zod';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import type { Context } from '../../../platform/context.ts';
import { inGroup, inProject } from '../../access/subjects.ts';
import type { MemberContainer } from '../member-store.ts';
import { addMembers } from '../operations/add-members.ts';
import { removeMember } from '../operations/remove-member.ts';
import { updateMember } from '../operations/update-member.ts';
import { getMember, listMembers } from '../reads/list-members.ts';
import { toRestMember } from '../render/to-rest.ts';

const memberParams = z.object({ user_id: idInput });
const tag = 'Members';

const projectOf = (subject: { project: { id: number } }): MemberContainer => ({
  kind: 'project',
  id: subject.project.id,
});
const groupOf = (subject: { namespace: { id: number } }): MemberContainer => ({
  kind: 'group',
  id: subject.namespace.id,
});

async function list(
  ctx: Context,
  place: MemberContainer,
  input: z.output<typeof listMembersInput>,
  inherited: boolean,
) {
  const filter = { inherited, search: input.query, userIds: input.user_ids, skipUserIds: input.skip_users };
  const page = await listMembers(ctx, place, filter, { page: input.page, perPage: input.per_page });
  return paged(page, (member) => toRestMember(ctx.config.url, member));
}

async function one(ctx: Context, place: MemberContainer, userId: number, inherited: boolean) {
  return toRestMember(ctx.config.url, await getMember(ctx, place, userId, { inherited }));
}

async function roleGivenAt(ctx: Context, place: MemberContainer, userId: number): Promise<Date> {
  return (await getMember(ctx, place, userId, { inherited: false })).createdAt;
}

/** One user gives the member; several give one answer for all, as clients expect. */
async function add(ctx: Context, place: MemberContainer, input: z.output<typeof addMemberInput>) {
  const outcome = await addMembers(ctx, {
    place,
    userIds: input.user_id ?? [],
    usernames: input.username ?? [],
    level: input.access_level,
    expiresAt: input.expires_at,
  });
  if (outcome.kind === 'one') return one(ctx, place, outcome.userId, false);
  return outcome.failures === null ? { status: 'success' } : { status: 'error', message: outcome.failures };
}

async function update(ctx: Context, place: MemberContainer, userId: number, input: z.output<typeof updateMemberInput>) {
  const expiresAt = input.expires_at === '' ? null : input.expires_at;
  await updateMember(ctx, { place, userId, level: input.access_level, expiresAt });
  return one(ctx, place, userId, false);
}

const projectMembers = [
  defineRoute({
    method: 'GET',
    path: '/projects/:id/members',
    ability: 'read_project_members',
    summary: 'List the direct members of a project',
    tag,
    input: listMembersInput,
    subject: inProject,
    response: z.array(restMember),
    handle: ({ ctx, subject, input }) => list(ctx, projectOf(subject), input, false),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/members/all',
    ability: 'read_project_members',
    summary: 'List all members of a project, including inherited and invited members',
    tag,
    input: listMembersInput,
    subject: inProject,
    response: z.array(restMember),
    handle: ({ ctx, subject, input }) => list(ctx, projectOf(subject), input, true),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/members/all/:user_id',
    ability: 'read_project_members',
    summary: 'Get a member of a project, including inherited and invited members',
    tag,
    params: memberParams,
    subject: inProject,
    response: restMember,
    handle: ({ ctx, subject, params }) => one(ctx, projectOf(subject), params.user_id, true),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/members/:user_id',
    ability: 'read_project_members',
    summary: 'Get a direct member of a project',
    tag,
    params: memberParams,
    subject: inProject,
    response: restMember,
    handle: ({ ctx, subject, params }) => one(ctx, projectOf(subject), params.user_id, false),
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/members',
    ability: 'admin_project_members',
    summary: 'Add members to a project',
    tag,
    input: addMemberInput,
    subject: inProject,
    response: restMembersAdded,
    handle: ({ ctx, subject, input }) => add(ctx, projectOf(subject), input),
  }),
  defineRoute({
    method: 'PUT',
    path: '/projects/:id/members/:user_id',
    ability: 'admin_project_members',
    summary: 'Update a member of a project',
    tag,
    params: memberParams,
    input: updateMemberInput,
    subject: inProject,
    response: restMember,
    handle: ({ ctx, subject, params, input }) => update(ctx, projectOf(subject), params.user_id, input),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/projects/:id/members/:user_id',
    ability: 'leave_project',
    summary: 'Remove a member from a project, or leave it',
    tag,
    params: memberParams,
    input: removeMemberInput,
    subject: inProject,
    changedAt: ({ ctx, subject, params }) => roleGivenAt(ctx, projectOf(subject), params.user_id),
    handle: ({ ctx, subject, params }) => removeMember(ctx, { place: projectOf(subject), userId: params.user_id }),
  }),
];

const groupMembers = [
  defineRoute({
    method: 'GET',
    path: '/groups/:id/members',
    ability: 'read_group_members',
    summary: 'List the direct members of a group',
    tag,
    input: listMembersInput,
    subject: inGroup,
    response: z.array(restMember),
    handle: ({ ctx, subject, input }) => list(ctx, groupOf(subject), input, false),
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/members/all',
    ability: 'read_group_members',
    summary: 'List all members of a group, including inherited members',
    tag,
    input: listMembersInput,
    subject: inGroup,
    response: z.array(restMember),
    handle: ({ ctx, subject, input }) => list(ctx, groupOf(subject), input, true),
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/members/all/:user_id',
    ability: 'read_group_members',
    summary: 'Get a member of a group, including inherited members',
    tag,
    params: memberParams,
    subject: inGroup,
    response: restMember,
    handle: ({ ctx, subject, params }) => one(ctx, groupOf(subject), params.user_id, true),
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/members/:user_id',
    ability: 'read_group_members',
    summary: 'Get a direct member of a group',
    tag,
    params: memberParams,
    subject: inGroup,
    response: restMember,
    handle: ({ ctx, subject, params }) => one(ctx, groupOf(subject), params.user_id, false),
  }),
  defineRoute({
    method: 'POST',
    path: '/groups/:id/members',
    ability: 'admin_group_members',
    summary: 'Add members to a group',
    tag,
    input: addMemberInput,
    subject: inGroup,
    response: restMembersAdded,
    handle: ({ ctx, subject, input }) => add(ctx, groupOf(subject), input),
  }),
  defineRoute({
    method: 'PUT',
    path: '/groups/:id/members/:user_id',
    ability: 'admin_group_members',
    summary: 'Update a member of a group',
    tag,
    params: memberParams,
    input: updateMemberInput,
    subject: inGroup,
    response: restMember,
    handle: ({ ctx, subject, params, input }) => update(ctx, groupOf(subject), params.user_id, input),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/groups/:id/members/:user_id',
    ability: 'leave_group',
    summary: 'Remove a member from a group and its subgroups, or leave it',
    tag,
    params: memberParams,
    input: removeMemberInput,
    subject: inGroup,
    changedAt: ({ ctx, subject, params }) => roleGivenAt(ctx, groupOf(subject), params.user_id),
    handle: ({ ctx, subject, params, input }) =>
      removeMember(ctx, { place: groupOf(subject), userId: params.user_id, keepBelow: input.skip_subresources }),
  }),
];

export const memberRoutes = [...projectMembers, ...groupMembers];
