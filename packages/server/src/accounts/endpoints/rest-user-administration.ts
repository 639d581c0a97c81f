import { listUserActivitiesInput } from '@tributary/contract/accounts/rest.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { paged } from '../../endpoints/rest/pagination.ts';
import { disableTwoFactorOf } from '../operations/administer-users.ts';
import { removeIdentity } from '../operations/change-identities.ts';
import { rejectUser } from '../operations/reject-user.ts';
import { listUserActivities } from '../reads/list-users.ts';

const tag = 'Users';
const params = z.strictObject({ id: idInput });

export const restUserAdministrationRoutes = [
  defineRoute({
    method: 'POST',
    path: '/users/:id/reject',
    ability: 'administer',
    summary: 'Reject and delete a user pending approval',
    tag,
    params,
    response: z.strictObject({ message: z.string() }),
    handle: async ({ ctx, params: { id } }) => {
      await rejectUser(ctx, id);
      return { message: 'Success' };
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/users/:id/disable_two_factor',
    ability: 'administer',
    summary: 'Disable two-factor authentication for a user',
    tag,
    status: 204,
    params,
    handle: ({ ctx, params: { id } }) => disableTwoFactorOf(ctx, { id }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/users/:id/identities/:provider',
    ability: 'administer',
    summary: 'Delete an external identity of a user',
    tag,
    params: params.extend({ provider: z.string().max(255) }),
    handle: ({ ctx, params }) => removeIdentity(ctx, params),
  }),
  defineRoute({
    method: 'GET',
    path: '/user/activities',
    ability: 'read_user_administration',
    summary: 'List the last activity date of all users',
    tag,
    input: listUserActivitiesInput,
    response: z.array(
      z.strictObject({ username: z.string(), last_activity_on: z.string(), last_activity_at: z.string() }),
    ),
    handle: async ({ ctx, input }) =>
      paged(
        await listUserActivities(ctx, input.from, { page: input.page, perPage: input.per_page }),
        ({ username, day }) => ({ username, last_activity_on: day, last_activity_at: day }),
      ),
  }),
];
