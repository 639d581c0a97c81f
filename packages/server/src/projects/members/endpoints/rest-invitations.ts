import {
  inviteInput,
  listInvitationsInput,
  restInvitation,
  restInvited,
  updateInvitationInput,
} from '@tributary/contract/projects/members.ts';
import { z } from 'zod';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import type { Context } from '../../../platform/context.ts';
import { inGroup, inProject } from '../../access/subjects.ts';
import type { MemberContainer } from '../member-store.ts';
import { invite, removeInvitation, updateInvitation } from '../operations/invitations.ts';
import { type InvitationView, invitationViews, listInvitations } from '../reads/list-invitations.ts';

const params = z.object({ email: z.string().min(1).max(255) });
const tag = 'Invitations';

const projectOf = (subject: { project: { id: number } }): MemberContainer => ({
  kind: 'project',
  id: subject.project.id,
});
const groupOf = (subject: { namespace: { id: number } }): MemberContainer => ({
  kind: 'group',
  id: subject.namespace.id,
});

const toRest = (view: InvitationView): z.output<typeof restInvitation> => ({
  id: view.id,
  invite_email: view.email,
  created_at: view.createdAt.toISOString(),
  access_level: view.level,
  expires_at: view.expiresAt,
  created_by_name: view.createdByName,
});

async function list(ctx: Context, place: MemberContainer, input: z.output<typeof listInvitationsInput>) {
  const page = await listInvitations(ctx, place, input.query, { page: input.page, perPage: input.per_page });
  return paged(page, toRest);
}

async function create(ctx: Context, place: MemberContainer, input: z.output<typeof inviteInput>) {
  const role = { place, level: input.access_level, expiresAt: input.expires_at };
  const failures = await invite(ctx, { ...role, emails: input.email ?? [], userIds: input.user_id ?? [] });
  return failures === null ? { status: 'success' } : { status: 'error', message: failures };
}

async function update(
  ctx: Context,
  place: MemberContainer,
  email: string,
  input: z.output<typeof updateInvitationInput>,
) {
  const expiresAt = input.expires_at === '' ? null : input.expires_at;
  const row = await updateInvitation(ctx, { place, email, level: input.access_level, expiresAt });
  return (await invitationViews(ctx, [row])).map(toRest)[0];
}

export const invitationRoutes = [
  defineRoute({
    method: 'GET',
    path: '/projects/:id/invitations',
    ability: 'read_project_invitations',
    summary: 'List the invitations to a project',
    tag,
    input: listInvitationsInput,
    subject: inProject,
    response: z.array(restInvitation),
    handle: ({ ctx, subject, input }) => list(ctx, projectOf(subject), input),
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/invitations',
    ability: 'admin_project_members',
    summary: 'Invite email addresses or users to a project',
    tag,
    input: inviteInput,
    subject: inProject,
    response: restInvited,
    handle: ({ ctx, subject, input }) => create(ctx, projectOf(subject), input),
  }),
  defineRoute({
    method: 'PUT',
    path: '/projects/:id/invitations/:email',
    ability: 'admin_project_members',
    summary: 'Update an invitation to a project',
    tag,
    params,
    input: updateInvitationInput,
    subject: inProject,
    response: restInvitation,
    handle: ({ ctx, subject, params: { email }, input }) => update(ctx, projectOf(subject), email, input),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/projects/:id/invitations/:email',
    ability: 'admin_project_members',
    summary: 'Delete an invitation to a project',
    tag,
    params,
    subject: inProject,
    handle: ({ ctx, subject, params: { email } }) => removeInvitation(ctx, { place: projectOf(subject), email }),
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/invitations',
    ability: 'read_group_invitations',
    summary: 'List the invitations to a group',
    tag,
    input: listInvitationsInput,
    subject: inGroup,
    response: z.array(restInvitation),
    handle: ({ ctx, subject, input }) => list(ctx, groupOf(subject), input),
  }),
  defineRoute({
    method: 'POST',
    path: '/groups/:id/invitations',
    ability: 'admin_group_members',
    summary: 'Invite email addresses or users to a group',
    tag,
    input: inviteInput,
    subject: inGroup,
    response: restInvited,
    handle: ({ ctx, subject, input }) => create(ctx, groupOf(subject), input),
  }),
  defineRoute({
    method: 'PUT',
    path: '/groups/:id/invitations/:email',
    ability: 'admin_group_members',
    summary: 'Update an invitation to a group',
    tag,
    params,
    input: updateInvitationInput,
    subject: inGroup,
    response: restInvitation,
    handle: ({ ctx, subject, params: { email }, input }) => update(ctx, groupOf(subject), email, input),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/groups/:id/invitations/:email',
    ability: 'admin_group_members',
    summary: 'Delete an invitation to a group',
    tag,
    params,
    subject: inGroup,
    handle: ({ ctx, subject, params: { email } }) => removeInvitation(ctx, { place: groupOf(subject), email }),
  }),
];
