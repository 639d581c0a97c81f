import { z } from 'zod';
import { ignored } from '../core/ignored.ts';
import { dateInput, idInput, idListInput, intInput, listInput, pagingInput, boolInput } from '../core/inputs.ts';
import { restUserBasic } from '../accounts/rest.ts';

const level = intInput.refine((value) => [10, 20, 30, 40, 50].includes(value));

export const listMembersInput = z.strictObject({
  ...pagingInput,
  query: z.string().optional(),
  user_ids: idListInput.optional(),
  skip_users: idListInput.optional(),
  state: z.enum(['awaiting', 'active']).optional(),
  ...ignored('show_seat_info', 'with_saml_identity'),
});

/** `user_id` may name several users, as numbers with commas between; or `username`. */
export const addMemberInput = z.strictObject({
  access_level: level,
  user_id: idListInput.optional(),
  username: listInput.optional(),
  expires_at: dateInput.nullish(),
  invite_source: z.string().optional(),
  ...ignored('member_role_id'),
});

export const updateMemberInput = z.strictObject({
  access_level: level,
  expires_at: z.union([dateInput, z.literal('')]).nullish(),
  ...ignored('member_role_id'),
});

export const listAccessRequestsInput = z.strictObject({ ...pagingInput });

export const approveAccessRequestInput = z.strictObject({ access_level: level.default(30) });

/** A user who asks for a role in a project or group. */
export const restAccessRequest = restUserBasic.extend({ requested_at: z.iso.datetime() });

export const listInvitationsInput = z.strictObject({ ...pagingInput, query: z.string().max(255).optional() });

/** `email` may name several addresses with commas between, `user_id` several users. */
export const inviteInput = z.strictObject({
  email: listInput.optional(),
  user_id: idListInput.optional(),
  access_level: level,
  expires_at: dateInput.nullish(),
  invite_source: z.string().optional(),
  ...ignored('member_role_id'),
});

export const restInvited = z.object({
  status: z.enum(['success', 'error']),
  message: z.record(z.string(), z.string()).optional(),
});

export const updateInvitationInput = z.strictObject({
  access_level: level.optional(),
  expires_at: z.union([dateInput, z.literal('')]).nullish(),
  ...ignored('member_role_id'),
});

export const resendInvitationInput = z.strictObject({ email: z.string().min(1).max(255) });

export const restInvitation = z.object({
  id: z.number(),
  invite_email: z.string(),
  created_at: z.iso.datetime(),
  access_level: z.number(),
  expires_at: z.iso.date().nullable(),
  created_by_name: z.string().nullable(),
});

export const listMembershipsInput = z.strictObject({
  ...pagingInput,
  type: z.enum(['Project', 'Namespace']).optional(),
});

export const restMembership = z.object({
  source_id: z.number(),
  source_name: z.string(),
  source_type: z.enum(['Project', 'Namespace']),
  access_level: z.number(),
});

const restGroupLevel = { group_access: level, expires_at: z.union([dateInput, z.literal('')]).nullish() };

/** Invites a group: its members have the lower of `group_access` and their role there. */
export const inviteGroupInput = z.strictObject({
  group_id: idInput,
  ...restGroupLevel,
  ...ignored('member_role_id'),
});

export const changeGroupLinkInput = z.strictObject(restGroupLevel);

export const listInvitedGroupsInput = z.strictObject({
  ...pagingInput,
  relation: listInput.pipe(z.array(z.enum(['direct', 'inherited']))).optional(),
  search: z.string().optional(),
  min_access_level: level.optional(),
  ...ignored('with_custom_attributes'),
});

export const restProjectGroupLink = z.object({
  id: z.number(),
  project_id: z.number(),
  group_id: z.number(),
  group_access: z.number(),
  expires_at: z.iso.date().nullable(),
});
export type RestProjectGroupLink = z.output<typeof restProjectGroupLink>;

export const removeMemberInput = z.strictObject({
  skip_subresources: boolInput.default(false),
  unassign_issuables: boolInput.optional(),
});

export const listProjectUsersInput = z.strictObject({
  ...pagingInput,
  search: z.string().optional(),
  skip_users: idListInput.optional(),
});

export const restMember = restUserBasic.extend({
  access_level: z.number(),
  created_at: z.iso.datetime(),
  created_by: restUserBasic.optional(),
  expires_at: z.iso.date().nullable(),
  membership_state: z.literal('active'),
});
export type RestMember = z.output<typeof restMember>;

/** Answer to adding several users at once. */
export const restMembersAdded = z.union([
  restMember,
  z.object({ status: z.enum(['success', 'error']), message: z.record(z.string(), z.string()).optional() }),
]);
