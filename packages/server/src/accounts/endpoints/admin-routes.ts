import { accountPaths, type AdminUserAction } from '@tributary/contract/accounts/page.ts';
import { settingsInput } from '@tributary/contract/accounts/settings.ts';
import { boolInput, idInput, intInput } from '@tributary/contract/core/inputs.ts';
import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute } from '../../endpoints/pages/define-page.ts';
import type { Context } from '../../platform/context.ts';
import {
  createUser,
  disableTwoFactorOf,
  endSessionsOf,
  sendPasswordReset,
  updateUser,
} from '../operations/administer-users.ts';
import { deleteUser } from '../operations/delete-user.ts';
import { changeUserState } from '../operations/change-user-state.ts';
import { updateSettings } from '../operations/update-settings.ts';

const tag = 'Administration';
const text = z.string().max(1_000);
const params = z.strictObject({ id: idInput });

const ACTIONS = {
  block: (ctx, id) => changeUserState(ctx, { id, change: 'block' }),
  unblock: (ctx, id) => changeUserState(ctx, { id, change: 'unblock' }),
  deactivate: (ctx, id) => changeUserState(ctx, { id, change: 'deactivate' }),
  activate: (ctx, id) => changeUserState(ctx, { id, change: 'activate' }),
  ban: (ctx, id) => changeUserState(ctx, { id, change: 'ban' }),
  unban: (ctx, id) => changeUserState(ctx, { id, change: 'unban' }),
  approve: (ctx, id) => changeUserState(ctx, { id, change: 'approve' }),
  make_admin: (ctx, id) => updateUser(ctx, { id, isAdmin: true }),
  remove_admin: (ctx, id) => updateUser(ctx, { id, isAdmin: false }),
  send_password_reset: (ctx, id) => sendPasswordReset(ctx, { id }),
  disable_two_factor: (ctx, id) => disableTwoFactorOf(ctx, { id }),
  end_sessions: (ctx, id) => endSessionsOf(ctx, { id }),
} satisfies Record<AdminUserAction, (ctx: Context, id: number) => Promise<unknown>>;

const actionNames = Object.keys(ACTIONS) as [AdminUserAction, ...AdminUserAction[]];

const createRoute = defineRoute({
  method: 'POST',
  path: accountPaths.adminUsers,
  ability: 'administer',
  summary: 'Create a user',
  tag,
  input: z.strictObject({
    username: text,
    name: text,
    email: text,
    password: text.optional(),
    is_admin: boolInput.optional(),
    is_external: boolInput.optional(),
  }),
  handle: async ({ ctx, input }) => {
    const password = input.password === '' ? undefined : input.password;
    const user = await createUser(ctx, {
      username: input.username,
      name: input.name,
      email: input.email,
      password: password ?? null,
      isAdmin: input.is_admin ?? false,
      isExternal: input.is_external ?? false,
      isConfirmed: true,
      mailsLink: password === undefined,
    });
    return { id: user.id, redirect: `${accountPaths.adminUsers}/${user.id}` };
  },
});

const updateRoute = defineRoute({
  method: 'PUT',
  path: `${accountPaths.adminUsers}/:id`,
  ability: 'administer',
  summary: 'Update a user',
  tag,
  status: 204,
  params,
  input: z.strictObject({
    name: text.optional(),
    username: text.optional(),
    email: text.optional(),
    password: text.optional(),
    is_admin: boolInput.optional(),
    is_external: boolInput.optional(),
    can_create_group: boolInput.optional(),
    projects_limit: intInput.refine((value) => value >= 0).nullish(),
    note: z.string().max(10_000).optional(),
  }),
  handle: async ({ ctx, params: { id }, input }) => {
    const { is_admin: isAdmin, is_external: isExternal, name, note, ...rest } = input;
    const texts = { ...(name !== undefined && { name }), ...(note !== undefined && { admin_note: note }) };
    const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    await updateUser(ctx, { ...given, ...texts, id, isAdmin, isExternal });
  },
});

const deleteRoute = defineRoute({
  method: 'DELETE',
  path: `${accountPaths.adminUsers}/:id`,
  ability: 'administer',
  summary: 'Delete a user. Their content is attributed to the ghost user',
  tag,
  params,
  handle: ({ ctx, params: { id } }) => deleteUser(ctx, { id }),
});

const actionRoute = defineRoute({
  method: 'POST',
  path: `${accountPaths.adminUsers}/:id/:action`,
  ability: 'administer',
  summary: 'Change the state of a user, such as block or approve',
  tag,
  status: 204,
  params: z.strictObject({ id: idInput, action: z.enum(actionNames) }),
  handle: async ({ ctx, params: { id, action } }) => {
    await ACTIONS[action](ctx, id);
  },
});

const settingsRoute = defineRoute({
  method: 'PUT',
  path: accountPaths.adminSettings,
  ability: 'administer',
  summary: 'Update the instance settings',
  tag,
  status: 204,
  input: settingsInput,
  handle: async ({ ctx, input }) => {
    await updateSettings(ctx, input);
  },
});

export const adminRoutes = [createRoute, updateRoute, deleteRoute, actionRoute, settingsRoute].map((route) =>
  defineScopedRoute('instance', route),
);
