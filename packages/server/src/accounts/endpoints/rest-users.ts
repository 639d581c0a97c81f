import {
  createUserInput,
  deleteUserInput,
  listUsersInput,
  restUserBasic,
  restUserProfile,
  restUserWithAdmin,
  updateUserInput,
} from '@tributary/contract/accounts/rest.ts';
import type { UserKind, UserState } from '@tributary/contract/accounts/user-view.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { slicePage } from '@tributary/contract/core/paging.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { writeKeysetLink } from '../../endpoints/rest/keyset.ts';
import { paged } from '../../endpoints/rest/pagination.ts';
import type { Context } from '../../platform/context.ts';
import { isAllowed, INSTANCE } from '../../platform/policy/policy.ts';
import { createUser, updateUser } from '../operations/administer-users.ts';
import { changeAvatarOf } from '../operations/change-avatar.ts';
import { deleteUser } from '../operations/delete-user.ts';
import { identitiesOf } from '../reads/identities.ts';
import { idsByCustomAttributes } from '../custom-attributes/attributes.ts';
import { listUsers, type UserListQuery } from '../reads/list-users.ts';
import { getUserDetails, type UserDetails } from '../reads/user-details.ts';
import { isProfileHidden } from '../reads/user-limits.ts';
import { checkedAvatarType } from '../checked-avatar-type.ts';
import { AVATAR_FILE } from '../rules/image-type.ts';
import { renderUserBasic, toRestProfile, toRestUserWithAdmin } from '../render/to-rest-user.ts';

const tag = 'Users';
const params = z.strictObject({ id: idInput });

type ListInput = z.output<typeof listUsersInput>;

function statesOf(input: ListInput): UserState[] | undefined {
  if (input.active === true) return ['active'];
  if (input.blocked === true) return ['blocked'];
  if (input.exclude_active === true) return ['blocked', 'banned', 'deactivated', 'pending_approval'];
  return undefined;
}

function kindsOf(input: ListInput): UserKind[] {
  const kinds: UserKind[] = input.humans === true ? ['human'] : ['human', 'project_bot', 'ghost'];
  return kinds
    .filter((kind) => kind !== 'human' || input.exclude_humans !== true)
    .filter((kind) => kind !== 'project_bot' || input.without_project_bots !== true)
    .filter((kind) => kind !== 'ghost' || input.exclude_internal !== true);
}

function toQuery(input: ListInput): UserListQuery {
  return {
    username: input.username,
    publicEmail: input.public_email,
    search: input.search,
    states: statesOf(input),
    kinds: kindsOf(input),
    isExternal: input.external === true ? true : input.exclude_external === true ? false : undefined,
    isAdmin: input.admins === true ? true : undefined,
    hasTwoFactor: input.two_factor === undefined ? undefined : input.two_factor === 'enabled',
    identity: { provider: input.provider, externUid: input.extern_uid },
    withoutProjects: input.without_projects,
    createdAfter: input.created_after,
    createdBefore: input.created_before,
    idAfter: input.id_after,
    idBefore: input.id_before,
    orderBy: input.order_by,
    sort: input.sort,
  };
}

function findsNobody(input: ListInput): boolean {
  return input.auditors === true || kindsOf(input).length === 0;
}

const listRoute = defineRoute({
  method: 'GET',
  path: '/users',
  ability: 'list_users',
  summary: 'List users',
  tag,
  input: listUsersInput,
  response: z.array(restUserBasic.loose()),
  handle: async ({ ctx, input, reply }) => {
    const isWalked = input.pagination === 'keyset';
    if (isWalked && input.order_by !== 'id') throw new AppError('keyset_order');
    const request = { page: isWalked ? 1 : input.page, perPage: input.per_page };
    const ids = await idsByCustomAttributes(ctx, 'user', input.custom_attributes);
    const page = findsNobody(input)
      ? slicePage([], request)
      : await listUsers(ctx, { ...toQuery(input), ids }, request);
    const isAdmin = isAllowed(ctx.actor, 'read_administration', INSTANCE);
    const found = page.items.map((user) => user.view.id);
    const identities: Awaited<ReturnType<typeof identitiesOf>> = isAdmin ? await identitiesOf(ctx, found) : new Map();
    const render = (user: UserDetails) =>
      isAdmin ? toRestUserWithAdmin(user, ctx, identities.get(user.view.id)) : renderUserBasic(user.view, ctx);
    if (!isWalked) return paged(page, render);
    const last = page.hasNext ? page.items.at(-1) : undefined;
    const name = input.sort === 'desc' ? 'id_before' : 'id_after';
    writeKeysetLink({ ctx, reply }, last ? { name, id: last.view.id } : null);
    return page.items.map(render);
  },
});

/** The account as administrators know it. */
export async function answerUser(ctx: Context, id: number) {
  return toRestUserWithAdmin(await getUserDetails(ctx, id), ctx, (await identitiesOf(ctx, [id])).get(id));
}

const getRoute = defineRoute({
  method: 'GET',
  path: '/users/:id',
  ability: 'read_users',
  summary: 'Get a user. Private profiles show only the name',
  tag,
  params,
  response: z.union([restUserProfile.loose(), restUserBasic]),
  handle: async ({ ctx, params: { id } }) => {
    const user = await getUserDetails(ctx, id);
    if (isProfileHidden(ctx.actor, user)) return renderUserBasic(user.view, ctx);
    const isAdmin = isAllowed(ctx.actor, 'read_administration', INSTANCE);
    return isAdmin ? answerUser(ctx, id) : toRestProfile(user, ctx);
  },
});

const createRoute = defineRoute({
  method: 'POST',
  path: '/users',
  ability: 'administer',
  summary: 'Create a user',
  tag,
  input: createUserInput,
  file: AVATAR_FILE,
  response: restUserWithAdmin,
  handle: async ({ ctx, input, file }) => {
    if (file) checkedAvatarType(file);
    const { admin, external, email, name, username, password, provider, extern_uid: externUid, ...rest } = input;
    const { reset_password: reset, force_random_password: random, skip_confirmation: skip, ...others } = rest;
    const {
      projects_limit: limit,
      can_create_group: canCreateGroup,
      private_profile: isPrivate,
      note,
      avatar: _avatar,
      ...profile
    } = others;
    const user = await createUser(ctx, {
      email,
      name,
      username,
      // Neither a password nor a way to get one would be an account nobody can enter: mail the link then, too.
      password: reset === true || random === true ? null : (password ?? null),
      isAdmin: admin ?? false,
      isExternal: external ?? false,
      ...definedOnly({ projectsLimit: limitOf(limit), canCreateGroup, isPrivate, adminNote: note }),
      isConfirmed: skip ?? false,
      mailsLink: reset === true || (password === undefined && random !== true),
      profile: definedOnly(profile),
      identity: { provider, externUid },
    });
    if (file) await changeAvatarOf(ctx, user.id, file);
    return answerUser(ctx, user.id);
  },
});

/** Nothing said stays as it is; an empty text takes the limit away. */
function limitOf(value: number | '' | undefined): number | null | undefined {
  return value === '' ? null : value;
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function definedOnly<T extends object>(values: T): Defined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
}

const updateRoute = defineRoute({
  method: 'PUT',
  path: '/users/:id',
  ability: 'administer',
  summary: 'Update a user',
  tag,
  params,
  input: updateUserInput,
  file: AVATAR_FILE,
  response: restUserWithAdmin,
  handle: async ({ ctx, params: { id }, input, file }) => {
    if (file) checkedAvatarType(file);
    const {
      admin,
      external,
      skip_reconfirmation: _skip,
      projects_limit: limit,
      note,
      avatar,
      provider,
      extern_uid: externUid,
      ...rest
    } = input;
    const limits = { projects_limit: limitOf(limit), admin_note: note };
    const change = definedOnly({ ...rest, ...limits });
    const identity = { provider, externUid };
    await updateUser(ctx, { ...change, id, isAdmin: admin, isExternal: external, identity });
    if (file || avatar === '') await changeAvatarOf(ctx, id, file ?? null);
    return answerUser(ctx, id);
  },
});

const deleteRoute = defineRoute({
  method: 'DELETE',
  path: '/users/:id',
  ability: 'administer',
  summary: 'Delete a user. Their content is attributed to the ghost user unless hard_delete is true',
  tag,
  params,
  input: deleteUserInput,
  changedAt: async ({ ctx, params: { id } }) => (await getUserDetails(ctx, id)).updatedAt,
  handle: ({ ctx, params: { id }, input }) => deleteUser(ctx, { id, withContributions: input.hard_delete }),
});

export const restUserRoutes = [listRoute, getRoute, createRoute, updateRoute, deleteRoute];
