import { restUserStatus, type RestUserStatus, statusInput } from '@tributary/contract/accounts/status.ts';
import type { UserStatusView } from '@tributary/contract/accounts/user-view.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import type { Context } from '../../platform/context.ts';
import { setStatus } from '../operations/set-status.ts';
import { findUser, findUserByUsername } from '../reads/find-users.ts';
import { findUserStatus, statusForReader } from '../reads/user-status.ts';
import { selfActor } from '../self.ts';

const tag = 'Users';

function toRest(status: UserStatusView | null): RestUserStatus {
  return {
    emoji: status?.emoji ?? null,
    message: status === null || status.message === '' ? null : status.message,
    availability: status?.availability ?? 'not_set',
    message_html: status?.messageHtml ?? '',
    clear_status_at: status?.clearAt ?? null,
  };
}

async function ownStatus(ctx: Context) {
  return toRest(await findUserStatus(ctx, selfActor(ctx).id));
}

const ownRoute = defineRoute({
  method: 'GET',
  path: '/user/status',
  ability: 'use_account',
  summary: 'Get your status',
  tag,
  response: restUserStatus,
  handle: ({ ctx }) => ownStatus(ctx),
});

const replaceRoute = defineRoute({
  method: 'PUT',
  path: '/user/status',
  ability: 'change_account',
  summary: 'Set your status. Omitted fields are cleared',
  tag,
  input: statusInput,
  response: restUserStatus,
  handle: async ({ ctx, input }) => {
    await setStatus(ctx, { ...input, keepsRest: false });
    return ownStatus(ctx);
  },
});

const changeRoute = defineRoute({
  method: 'PATCH',
  path: '/user/status',
  ability: 'change_account',
  summary: 'Update your status',
  tag,
  input: statusInput,
  response: restUserStatus,
  handle: async ({ ctx, input }) => {
    await setStatus(ctx, { ...input, keepsRest: true });
    return ownStatus(ctx);
  },
});

const othersRoute = defineRoute({
  method: 'GET',
  path: '/users/:user_id/status',
  ability: 'read_users',
  summary: 'Get the status of a user. Empty for private profiles',
  tag,
  params: z.strictObject({ user_id: z.string() }),
  response: restUserStatus,
  handle: async ({ ctx, params: { user_id: name } }) => {
    const user = /^\d{1,15}$/.test(name) ? await findUser(ctx, Number(name)) : await findUserByUsername(ctx, name);
    if (!user) throw new AppError('not_found', { resource: 'User' });
    return toRest(await statusForReader(ctx, user.id));
  },
});

export const restStatusRoutes = [ownRoute, replaceRoute, changeRoute, othersRoute];
