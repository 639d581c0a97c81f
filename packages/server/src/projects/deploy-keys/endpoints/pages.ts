import type { DeployKeysPageData } from '@tributary/contract/projects/deploy-keys.ts';
import { listUsersByIds } from '../../../accounts/index.ts';
import { definePage, type Page } from '../../../endpoints/pages/define-page.ts';
import type { Context } from '../../../platform/context.ts';
import type { ProjectAccess } from '../../access/project-access.ts';
import { addDeployKeyRefusal, removeDeployKeyRefusal } from '../operations/change-deploy-key.ts';
import { listAvailableKeys, listProjectDeployKeys } from '../reads/deploy-keys.ts';

const MOST = 500;

async function load(ctx: Context, access: ProjectAccess): Promise<DeployKeysPageData> {
  const { items } = await listProjectDeployKeys(ctx, access.project.id, { page: 1, perPage: MOST });
  const creatorIds = items.flatMap(({ created_by_id: id }) => (id === null ? [] : [id]));
  const creators = new Map((await listUsersByIds(ctx, creatorIds)).map((user) => [user.id, user.name]));
  const now = ctx.clock.now();
  const canAdd = addDeployKeyRefusal(ctx, access) === null;
  return {
    projectId: access.project.id,
    keys: items.map((key) => ({
      id: key.id,
      title: key.title,
      fingerprint: key.fingerprint,
      canPush: key.can_push,
      isPublic: key.is_public,
      createdBy: (key.created_by_id !== null && creators.get(key.created_by_id)) || null,
      createdAt: key.created_at.toISOString(),
      lastUsedAt: key.last_used_at?.toISOString() ?? null,
      expiresAt: key.expires_at?.toISOString() ?? null,
      isExpired: key.expires_at !== null && key.expires_at <= now,
    })),
    available: canAdd
      ? (await listAvailableKeys(ctx, access)).map(({ id, title, fingerprint }) => ({ id, title, fingerprint }))
      : [],
    canAdd,
    canRemove: removeDeployKeyRefusal(ctx, access) === null,
    isSshOn: ctx.ssh !== undefined,
  };
}

export const deployKeyPages: Page[] = [
  definePage<ProjectAccess, DeployKeysPageData>({
    kind: 'project_deploy_keys',
    on: 'project',
    path: 'settings/deploy_keys',
    ability: 'read_deploy_keys',
    nav: 'project_deploy_keys',
    load: async ({ ctx, subject }) => ({
      title: 'Deploy keys',
      breadcrumbs: [{ text: 'Deploy keys', href: `/${subject.project.full_path}/-/settings/deploy_keys` }],
      data: await load(ctx, subject),
    }),
  }),
];
