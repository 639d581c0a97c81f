import { createEmailForInput, createEmailInput, restUserEmail } from '@tributary/contract/accounts/rest.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { addEmailOf, addOwnEmail, removeEmailOf, removeOwnEmail } from '../operations/change-emails.ts';
import { emailsOf, getOwnEmail, ownEmails } from '../reads/user-emails.ts';

const tag = 'Users';
const params = z.strictObject({ id: idInput });
const ofUser = z.strictObject({ id: idInput, email_id: idInput });

type Row = Awaited<ReturnType<typeof getOwnEmail>>;
const toRest = (row: Row) => ({ id: row.id, email: row.email, confirmed_at: row.confirmed_at?.toISOString() ?? null });

export const restEmailRoutes = [
  defineRoute({
    method: 'GET',
    path: '/user/emails',
    ability: 'use_account',
    summary: 'List your additional email addresses',
    tag,
    response: z.array(restUserEmail),
    handle: async ({ ctx }) => (await ownEmails(ctx)).map(toRest),
  }),
  defineRoute({
    method: 'GET',
    path: '/user/emails/:id',
    ability: 'use_account',
    summary: 'Get one of your additional email addresses',
    tag,
    params,
    response: restUserEmail,
    handle: async ({ ctx, params: { id } }) => toRest(await getOwnEmail(ctx, id)),
  }),
  defineRoute({
    method: 'POST',
    path: '/user/emails',
    ability: 'change_account',
    summary: 'Add an email address. It must be confirmed',
    tag,
    input: createEmailInput,
    response: restUserEmail,
    handle: async ({ ctx, input }) => toRest(await addOwnEmail(ctx, input)),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/user/emails/:id',
    ability: 'change_account',
    summary: 'Remove one of your additional email addresses',
    tag,
    params,
    handle: ({ ctx, params: { id } }) => removeOwnEmail(ctx, { id }),
  }),
  defineRoute({
    method: 'GET',
    path: '/users/:id/emails',
    ability: 'read_user_administration',
    summary: 'List the additional email addresses of a user',
    tag,
    params,
    response: z.array(restUserEmail),
    handle: async ({ ctx, params: { id } }) => (await emailsOf(ctx, id)).map(toRest),
  }),
  defineRoute({
    method: 'POST',
    path: '/users/:id/emails',
    ability: 'administer',
    summary: 'Add an email address to a user',
    tag,
    params,
    input: createEmailForInput,
    response: restUserEmail,
    handle: async ({ ctx, params: { id }, input }) =>
      toRest(await addEmailOf(ctx, { userId: id, email: input.email, isConfirmed: input.skip_confirmation ?? false })),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/users/:id/emails/:email_id',
    ability: 'administer',
    summary: 'Remove an email address from a user',
    tag,
    params: ofUser,
    handle: ({ ctx, params }) => removeEmailOf(ctx, { userId: params.id, id: params.email_id }),
  }),
];
