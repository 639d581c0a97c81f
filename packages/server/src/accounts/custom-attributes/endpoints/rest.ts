import {
  customAttributeParams,
  listCustomAttributesInput,
  restCustomAttribute,
  setCustomAttributeInput,
} from '@tributary/contract/accounts/custom-attributes.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { z } from 'zod';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import type { Context } from '../../../platform/context.ts';
import { getAnybody } from '../../self.ts';
import {
  type AttributeTarget,
  customAttributesOf,
  deleteCustomAttribute,
  getCustomAttribute,
  setCustomAttribute,
} from '../attributes.ts';

const tag = 'Custom attributes';
const userParams = z.strictObject({ id: idInput });
const params = customAttributeParams.extend({ id: idInput });

async function targetOf(ctx: Context, id: number): Promise<AttributeTarget> {
  return { kind: 'user', id: (await getAnybody(ctx, id)).id };
}

export const restUserAttributeRoutes = [
  defineRoute({
    method: 'GET',
    path: '/users/:id/custom_attributes',
    ability: 'read_user_administration',
    summary: 'List the custom attributes of a user',
    tag,
    params: userParams,
    input: listCustomAttributesInput,
    response: z.array(restCustomAttribute),
    handle: async ({ ctx, params: { id } }) => customAttributesOf(ctx, await targetOf(ctx, id)),
  }),
  defineRoute({
    method: 'GET',
    path: '/users/:id/custom_attributes/:key',
    ability: 'read_user_administration',
    summary: 'Get a custom attribute of a user',
    tag,
    params,
    response: restCustomAttribute,
    handle: async ({ ctx, params: { id, key } }) => getCustomAttribute(ctx, await targetOf(ctx, id), key),
  }),
  defineRoute({
    method: 'PUT',
    path: '/users/:id/custom_attributes/:key',
    ability: 'administer',
    summary: 'Set a custom attribute of a user',
    tag,
    params,
    input: setCustomAttributeInput,
    response: restCustomAttribute,
    handle: async ({ ctx, params: { id, key }, input: { value } }) =>
      setCustomAttribute(ctx, { target: await targetOf(ctx, id), key, value }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/users/:id/custom_attributes/:key',
    ability: 'administer',
    summary: 'Remove a custom attribute of a user',
    tag,
    params,
    handle: async ({ ctx, params: { id, key } }) =>
      deleteCustomAttribute(ctx, { target: await targetOf(ctx, id), key }),
  }),
];
