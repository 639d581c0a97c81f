import { createHash } from 'node:crypto';
import {
  createDeployKeyInput,
  createInstanceDeployKeyInput,
  deployKeyParams,
  listDeployKeysInput,
  listProjectDeployKeysInput,
  type RestDeployKey,
  restDeployKey,
  restInstanceDeployKey,
  restKey,
  updateDeployKeyInput,
} from '@tributary/contract/projects/deploy-keys.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { z } from 'zod';
import { findUser, findUserByUsername } from '../../../accounts/index.ts';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import type { Context } from '../../../platform/context.ts';
import { inProject } from '../../access/subjects.ts';
import { toRestBasicProject } from '../../lifecycle/render/to-rest.ts';
import { getProjectView } from '../../lifecycle/reads/project-views.ts';
import type { DeployKeyRow, EnabledKey } from '../deploy-key-store.ts';
import {
  addDeployKey,
  addPublicDeployKey,
  enableDeployKey,
  removeDeployKey,
  updateDeployKey,
} from '../operations/change-deploy-key.ts';
import {
  getProjectDeployKey,
  type KeyWithLinks,
  listDeployKeys,
  listDeployKeysOfUser,
  listProjectDeployKeys,
} from '../reads/deploy-keys.ts';

const tag = 'Deploy keys';
const params = deployKeyParams;

const md5Of = (key: string): string =>
  createHash('md5')
    .update(Buffer.from(key.split(' ')[1] ?? '', 'base64'))
    .digest('hex')
    .replaceAll(/(..)(?!$)/g, '$1:');

function toRest(key: DeployKeyRow): Omit<RestDeployKey, 'can_push'> {
  return {
    id: key.id,
    title: key.title,
    key: key.key,
    fingerprint: md5Of(key.key),
    fingerprint_sha256: key.fingerprint,
    usage_type: 'auth',
    created_at: key.created_at.toISOString(),
    expires_at: key.expires_at?.toISOString() ?? null,
    last_used_at: key.last_used_at?.toISOString() ?? null,
  };
}

const toRestEnabled = (key: EnabledKey): RestDeployKey => ({ ...toRest(key), can_push: key.can_push });

async function userIdOf(ctx: Context, idOrName: string): Promise<number> {
  const isId = /^\d{1,15}$/.test(idOrName);
  const user = await (isId ? findUser(ctx, Number(idOrName)) : findUserByUsername(ctx, idOrName));
  if (!user) throw new AppError('not_found', { resource: 'User' });
  return user.id;
}

async function answerWithProjects(ctx: Context, { key, links }: KeyWithLinks) {
  const of = async (canPush: boolean) => {
    const chosen = links.filter((link) => link.can_push === canPush);
    return Promise.all(chosen.map(async (link) => toRestBasicProject(ctx, await getProjectView(ctx, link.project_id))));
  };
  return {
    ...toRest(key),
    projects_with_write_access: await of(true),
    projects_with_readonly_access: await of(false),
  };
}

export const deployKeyRoutes: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/deploy_keys',
    ability: 'read_settings',
    summary: 'List all deploy keys of the instance',
    tag,
    input: listDeployKeysInput,
    response: z.array(restInstanceDeployKey),
    handle: async ({ ctx, input: { public: isPublic, page, per_page: perPage } }) => {
      const found = await listDeployKeys(ctx, isPublic, { page, perPage });
      const items = await Promise.all(found.items.map((each) => answerWithProjects(ctx, each)));
      return paged({ ...found, items }, (item) => item);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/deploy_keys',
    ability: 'administer',
    summary: 'Create a deploy key that all projects can enable',
    tag,
    input: createInstanceDeployKeyInput,
    response: restInstanceDeployKey,
    handle: async ({ ctx, input: { title, key, expires_at: expiresAt } }) =>
      answerWithProjects(ctx, { key: await addPublicDeployKey(ctx, { title, key, expiresAt }), links: [] }),
  }),
  defineRoute({
    method: 'GET',
    path: '/users/:user_id/project_deploy_keys',
    ability: 'read_own_work',
    summary: 'List the deploy keys of the projects that you and a user maintain',
    tag,
    params: z.object({ user_id: z.string() }),
    input: listProjectDeployKeysInput,
    response: z.array(restKey),
    handle: async ({ ctx, params: { user_id: idOrName }, input: { page, per_page: perPage } }) =>
      paged(await listDeployKeysOfUser(ctx, await userIdOf(ctx, idOrName), { page, perPage }), toRest),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/deploy_keys',
    ability: 'read_deploy_keys',
    summary: 'List the deploy keys of a project',
    tag,
    input: listProjectDeployKeysInput,
    subject: inProject,
    response: z.array(restDeployKey),
    handle: async ({ ctx, subject: { project }, input: { page, per_page: perPage } }) =>
      paged(await listProjectDeployKeys(ctx, project.id, { page, perPage }), toRestEnabled),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/deploy_keys/:key_id',
    ability: 'read_deploy_keys',
    summary: 'Get a deploy key of a project',
    tag,
    params,
    subject: inProject,
    response: restDeployKey,
    handle: async ({ ctx, subject: { project }, params: { key_id: id } }) =>
      toRestEnabled(await getProjectDeployKey(ctx, project.id, id)),
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/deploy_keys',
    ability: 'admin_deploy_keys',
    summary: 'Add a deploy key to a project',
    tag,
    input: createDeployKeyInput,
    subject: inProject,
    response: restDeployKey,
    handle: async ({ ctx, subject: { project }, input: { title, key, can_push: canPush, expires_at: expiresAt } }) =>
      toRestEnabled(await addDeployKey(ctx, { projectId: project.id, title, key, canPush, expiresAt })),
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/deploy_keys/:key_id/enable',
    ability: 'admin_deploy_keys',
    summary: 'Enable a deploy key of another project, or a public one, in a project',
    tag,
    params,
    subject: inProject,
    response: restDeployKey,
    handle: async ({ ctx, subject: { project }, params: { key_id: keyId } }) =>
      toRestEnabled(await enableDeployKey(ctx, { projectId: project.id, keyId })),
  }),
  defineRoute({
    method: 'PUT',
    path: '/projects/:id/deploy_keys/:key_id',
    ability: 'admin_deploy_keys',
    summary: 'Change a deploy key of a project',
    tag,
    params,
    input: updateDeployKeyInput,
    subject: inProject,
    response: restDeployKey,
    handle: async ({ ctx, subject: { project }, params: { key_id: keyId }, input }) => {
      const { title, can_push: canPush, expires_at: expiresAt } = input;
      return toRestEnabled(await updateDeployKey(ctx, { projectId: project.id, keyId, title, canPush, expiresAt }));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/projects/:id/deploy_keys/:key_id',
    ability: 'remove_deploy_keys',
    summary: 'Remove a deploy key from a project',
    tag,
    params,
    subject: inProject,
    handle: ({ ctx, subject: { project }, params: { key_id: keyId } }) =>
      removeDeployKey(ctx, { projectId: project.id, keyId }),
  }),
];
