import {
  createGpgKeyInput,
  createSshKeyInput,
  findSshKeyInput,
  restFoundKey,
  restGpgKey,
  restSshKey,
  restSshKeyWithUser,
} from '@tributary/contract/accounts/keys.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import type { Context } from '../../platform/context.ts';
import { type DeployKeyUse, findDeployKeyUse } from '../deploy-keys.ts';
import { addGpgKey, addSshKey, removeGpgKey, removeSshKey } from '../operations/change-keys.ts';
import { getAnySshKey, getGpgKeyOf, getSshKeyOf, type SshKeyRow } from '../reads/keys.ts';
import { toRestGpgKey, toRestSshKey } from '../render/to-rest-key.ts';
import { answerUser } from './rest-users.ts';

const sshTag = 'SSH keys';
const gpgTag = 'GPG keys';
const userParams = z.strictObject({ id: idInput });
const keyParams = userParams.extend({ key_id: idInput });

async function withUser(ctx: Context, row: SshKeyRow) {
  return { ...toRestSshKey(row), user: await answerUser(ctx, row.user_id) };
}

async function answerDeployKey(ctx: Context, key: DeployKeyUse) {
  return {
    id: key.id,
    title: key.title,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    key: key.key,
    usage_type: 'auth' as const,
    ...(key.createdById !== null && { user: await answerUser(ctx, key.createdById) }),
    deploy_keys_projects: key.projects.map(({ projectId, canPush, createdAt }) => ({
      deploy_key_id: key.id,
      project_id: projectId,
      can_push: canPush,
      created_at: createdAt.toISOString(),
    })),
  };
}

/** Keys of other users, as administrators manage them. */
export const restUserKeyRoutes = [
  defineRoute({
    method: 'GET',
    path: '/keys',
    ability: 'read_user_administration',
    summary: 'Find an SSH key of a user or a deploy key by the fingerprint',
    tag: sshTag,
    input: findSshKeyInput,
    response: restFoundKey,
    handle: async ({ ctx, input: { fingerprint } }) => {
      const deployKey = await findDeployKeyUse(ctx, fingerprint);
      return deployKey ? answerDeployKey(ctx, deployKey) : withUser(ctx, await getAnySshKey(ctx, { fingerprint }));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/keys/:id',
    ability: 'read_user_administration',
    summary: 'Get an SSH key and its user',
    tag: sshTag,
    params: userParams,
    response: restSshKeyWithUser,
    handle: async ({ ctx, params: { id } }) => withUser(ctx, await getAnySshKey(ctx, { id })),
  }),
  defineRoute({
    method: 'GET',
    path: '/users/:id/keys/:key_id',
    ability: 'read_users',
    summary: 'Get an SSH key of a user',
    tag: sshTag,
    params: keyParams,
    response: restSshKey,
    handle: async ({ ctx, params }) => toRestSshKey(await getSshKeyOf(ctx, params.key_id, params.id)),
  }),
  defineRoute({
    method: 'POST',
    path: '/users/:id/keys',
    ability: 'administer',
    summary: 'Add an SSH key to a user',
    tag: sshTag,
    params: userParams,
    input: createSshKeyInput,
    response: restSshKey,
    handle: async ({ ctx, params: { id }, input: { title, key, usage_type: usage, expires_at: expiresAt } }) =>
      toRestSshKey(await addSshKey(ctx, { userId: id, title, key, usage, expiresAt: expiresAt ?? null })),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/users/:id/keys/:key_id',
    ability: 'administer',
    summary: 'Remove an SSH key of a user',
    tag: sshTag,
    params: keyParams,
    handle: ({ ctx, params }) => removeSshKey(ctx, { userId: params.id, id: params.key_id }),
  }),
  defineRoute({
    method: 'GET',
    path: '/users/:id/gpg_keys/:key_id',
    ability: 'read_users',
    summary: 'Get a GPG key of a user',
    tag: gpgTag,
    params: keyParams,
    response: restGpgKey,
    handle: async ({ ctx, params }) => toRestGpgKey(await getGpgKeyOf(ctx, params.key_id, params.id)),
  }),
  defineRoute({
    method: 'POST',
    path: '/users/:id/gpg_keys',
    ability: 'administer',
    summary: 'Add a GPG key to a user',
    tag: gpgTag,
    params: userParams,
    input: createGpgKeyInput,
    response: restGpgKey,
    handle: async ({ ctx, params: { id }, input: { key } }) => toRestGpgKey(await addGpgKey(ctx, { userId: id, key })),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/users/:id/gpg_keys/:key_id',
    ability: 'administer',
    summary: 'Remove a GPG key of a user. Commits that it signed become unverified',
    tag: gpgTag,
    params: keyParams,
    handle: ({ ctx, params }) => removeGpgKey(ctx, { userId: params.id, id: params.key_id }),
  }),
];
