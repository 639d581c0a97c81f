import {
  approveAccessRequestInput,
  listAccessRequestsInput,
  restAccessRequest,
  restMember,
} from '@tributary/contract/projects/members.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { z } from 'zod';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import type { Context } from '../../../platform/context.ts';
import { inGroup, inProject } from '../../access/subjects.ts';
import { toRestUserBasic } from '../../render/to-rest-user.ts';
import type { MemberContainer } from '../member-store.ts';
import { approveAccessRequest, removeAccessRequest, requestAccess } from '../operations/access-requests.ts';
import { type AccessRequestView, accessRequestViews, listAccessRequests } from '../reads/list-access-requests.ts';
import { getMember } from '../reads/list-members.ts';
import { toRestMember } from '../render/to-rest.ts';

const params = z.object({ user_id: idInput });
const tag = 'Access requests';

const projectOf = (subject: { project: { id: number } }): MemberContainer => ({
  kind: 'project',
  id: subject.project.id,
});
const groupOf = (subject: { namespace: { id: number } }): MemberContainer => ({
  kind: 'group',
  id: subject.namespace.id,
});

function toRest(ctx: Context, { user, requestedAt }: AccessRequestView): z.output<typeof restAccessRequest> {
  return { ...toRestUserBasic(ctx.config.url, user), requested_at: requestedAt.toISOString() };
}

async function list(ctx: Context, place: MemberContainer, input: z.output<typeof listAccessRequestsInput>) {
  const page = await listAccessRequests(ctx, place, { page: input.page, perPage: input.per_page });
  return paged(page, (view) => toRest(ctx, view));
}

async function request(ctx: Context, place: MemberContainer) {
  const views = await accessRequestViews(ctx, [await requestAccess(ctx, { place })]);
  return views.map((view) => toRest(ctx, view))[0];
}

async function approve(ctx: Context, place: MemberContainer, userId: number, level: number) {
  await approveAccessRequest(ctx, { place, userId, level });
  return toRestMember(ctx.config.url, await getMember(ctx, place, userId, { inherited: false }));
}

export const accessRequestRoutes = [
  defineRoute({
    method: 'GET',
    path: '/projects/:id/access_requests',
    ability: 'read_project_access_requests',
    summary: 'List the users who request access to a project',
    tag,
    input: listAccessRequestsInput,
    subject: inProject,
    response: z.array(restAccessRequest),
    handle: ({ ctx, subject, input }) => list(ctx, projectOf(subject), input),
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/access_requests',
    ability: 'request_access',
    summary: 'Request access to a project',
    tag,
    subject: inProject,
    response: restAccessRequest,
    handle: ({ ctx, subject }) => request(ctx, projectOf(subject)),
  }),
  defineRoute({
    method: 'PUT',
    path: '/projects/:id/access_requests/:user_id/approve',
    ability: 'admin_project_members',
    summary: 'Approve an access request for a project',
    tag,
    params,
    input: approveAccessRequestInput,
    subject: inProject,
    status: 201,
    response: restMember,
    handle: ({ ctx, subject, params: { user_id: userId }, input }) =>
      approve(ctx, projectOf(subject), userId, input.access_level),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/projects/:id/access_requests/:user_id',
    ability: 'withdraw_access_request',
    summary: 'Deny or withdraw an access request for a project',
    tag,
    params,
    subject: inProject,
    handle: ({ ctx, subject, params: { user_id: userId } }) =>
      removeAccessRequest(ctx, { place: projectOf(subject), userId }),
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/access_requests',
    ability: 'read_group_access_requests',
    summary: 'List the users who request access to a group',
    tag,
    input: listAccessRequestsInput,
    subject: inGroup,
    response: z.array(restAccessRequest),
    handle: ({ ctx, subject, input }) => list(ctx, groupOf(subject), input),
  }),
  defineRoute({
    method: 'POST',
    path: '/groups/:id/access_requests',
    ability: 'request_access',
    summary: 'Request access to a group',
    tag,
    subject: inGroup,
    response: restAccessRequest,
    handle: ({ ctx, subject }) => request(ctx, groupOf(subject)),
  }),
  defineRoute({
    method: 'PUT',
    path: '/groups/:id/access_requests/:user_id/approve',
    ability: 'admin_group_members',
    summary: 'Approve an access request for a group',
    tag,
    params,
    input: approveAccessRequestInput,
    subject: inGroup,
    status: 201,
    response: restMember,
    handle: ({ ctx, subject, params: { user_id: userId }, input }) =>
      approve(ctx, groupOf(subject), userId, input.access_level),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/groups/:id/access_requests/:user_id',
    ability: 'withdraw_access_request',
    summary: 'Deny or withdraw an access request for a group',
    tag,
    params,
    subject: inGroup,
    handle: ({ ctx, subject, params: { user_id: userId } }) =>
      removeAccessRequest(ctx, { place: groupOf(subject), userId }),
  }),
];
