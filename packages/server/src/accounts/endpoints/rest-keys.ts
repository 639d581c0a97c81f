import { createGpgKeyInput, createSshKeyInput, restGpgKey, restSshKey } from '@tributary/contract/accounts/keys.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { addGpgKey, addSshKey, removeGpgKey, removeSshKey } from '../operations/change-keys.ts';
import { getGpgKeyOf, getSshKeyOf, gpgKeysOf, sshKeysOf } from '../reads/keys.ts';
import { toRestGpgKey, toRestSshKey } from '../render/to-rest-key.ts';

const sshTag = 'SSH keys';
const gpgTag = 'GPG keys';
const params = z.strictObject({ id: idInput });

export const restKeyRoutes = [
  defineRoute({
    method: 'GET',
    path: '/user/keys',
    ability: 'use_account',
    summary: 'List your SSH keys',
    tag: sshTag,
    response: z.array(restSshKey),
    handle: async ({ ctx }) => (await sshKeysOf(ctx)).map(toRestSshKey),
  }),
  defineRoute({
    method: 'GET',
    path: '/user/keys/:id',
    ability: 'use_account',
    summary: 'Get one of your SSH keys',
    tag: sshTag,
    params,
    response: restSshKey,
    handle: async ({ ctx, params: { id } }) => toRestSshKey(await getSshKeyOf(ctx, id)),
  }),
  defineRoute({
    method: 'POST',
    path: '/user/keys',
    ability: 'change_account',
    summary: 'Add an SSH key. It signs in to git over SSH and verifies signatures of commits',
    tag: sshTag,
    input: createSshKeyInput,
    response: restSshKey,
    handle: async ({ ctx, input: { title, key, usage_type: usage, expires_at: expiresAt } }) =>
      toRestSshKey(await addSshKey(ctx, { title, key, usage, expiresAt: expiresAt ?? null })),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/user/keys/:id',
    ability: 'change_account',
    summary: 'Remove one of your SSH keys',
    tag: sshTag,
    params,
    handle: ({ ctx, params: { id } }) => removeSshKey(ctx, { id }),
  }),
  defineRoute({
    method: 'GET',
    path: '/users/:id/keys',
    ability: 'read_users',
    summary: 'List the SSH keys of a user',
    tag: sshTag,
    params,
    response: z.array(restSshKey),
    handle: async ({ ctx, params: { id } }) => (await sshKeysOf(ctx, id)).map(toRestSshKey),
  }),
  defineRoute({
    method: 'GET',
    path: '/user/gpg_keys',
    ability: 'use_account',
    summary: 'List your GPG keys',
    tag: gpgTag,
    response: z.array(restGpgKey),
    handle: async ({ ctx }) => (await gpgKeysOf(ctx)).map(toRestGpgKey),
  }),
  defineRoute({
    method: 'GET',
    path: '/user/gpg_keys/:id',
    ability: 'use_account',
    summary: 'Get one of your GPG keys',
    tag: gpgTag,
    params,
    response: restGpgKey,
    handle: async ({ ctx, params: { id } }) => toRestGpgKey(await getGpgKeyOf(ctx, id)),
  }),
  defineRoute({
    method: 'POST',
    path: '/user/gpg_keys',
    ability: 'change_account',
    summary: 'Add a GPG key',
    tag: gpgTag,
    input: createGpgKeyInput,
    response: restGpgKey,
    handle: async ({ ctx, input: { key } }) => toRestGpgKey(await addGpgKey(ctx, { key })),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/user/gpg_keys/:id',
    ability: 'change_account',
    summary: 'Remove one of your GPG keys. Commits that it signed become unverified',
    tag: gpgTag,
    params,
    handle: ({ ctx, params: { id } }) => removeGpgKey(ctx, { id }),
  }),
  defineRoute({
    method: 'GET',
    path: '/users/:id/gpg_keys',
    ability: 'read_users',
    summary: 'List the GPG keys of a user',
    tag: gpgTag,
    params,
    response: z.array(restGpgKey),
    handle: async ({ ctx, params: { id } }) => (await gpgKeysOf(ctx, id)).map(toRestGpgKey),
  }),
];
