import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import { getProjectAccess, type ProjectAccess, todayOf } from '../../access/project-access.ts';
import { hasProjectRole } from '../../access/visible-store.ts';
import {
  countEnabledKeys,
  type DeployKeyLink,
  type DeployKeyRow,
  type EnabledKey,
  findEnabledKey,
  listDeployKeyRows,
  listEnabledKeys,
  listKeysOfProjects,
  listLinks,
  listOfferedKeys,
} from '../deploy-key-store.ts';

const offsetOf = ({ page, perPage }: PageRequest) => ({ offset: (page - 1) * perPage, limit: perPage });

export async function listProjectDeployKeys(
  ctx: Context,
  projectId: number,
  request: PageRequest,
): Promise<Page<EnabledKey>> {
  const keys = await listEnabledKeys(ctx.db, projectId, offsetOf(request));
  return pageOf(keys, request, await countEnabledKeys(ctx.db, projectId));
}

export async function getProjectDeployKey(ctx: Context, projectId: number, id: number): Promise<EnabledKey> {
  const key = await findEnabledKey(ctx.db, projectId, id);
  if (!key) throw new AppError('not_found', { resource: 'Deploy Key' });
  return key;
}

const MAINTAINER = 40;

/** Those of the projects that both this user and the actor maintain. */
export async function listDeployKeysOfUser(
  ctx: Context,
  userId: number,
  request: PageRequest,
): Promise<Page<DeployKeyRow>> {
  const users = [...new Set([userId, actorId(ctx.actor) ?? 0])];
  const today = todayOf(ctx);
  const conditions = users.map((id) => hasProjectRole(id, today, MAINTAINER));
  const { rows, total } = await listKeysOfProjects(ctx.db, conditions, offsetOf(request));
  return pageOf(rows, request, total);
}

export type KeyWithLinks = { key: DeployKeyRow; links: DeployKeyLink[] };

/** Of the whole instance, for administrators. */
export async function listDeployKeys(
  ctx: Context,
  isPublic: boolean | undefined,
  request: PageRequest,
): Promise<Page<KeyWithLinks>> {
  const { rows, total } = await listDeployKeyRows(ctx.db, isPublic, offsetOf(request));
  const links = await listLinks(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const items = rows.map((key) => ({ key, links: links.filter((link) => link.deploy_key_id === key.id) }));
  return pageOf(items, request, total);
}

/** Keys that the actor can enable in this project by choosing from a list. */
export async function listAvailableKeys(ctx: Context, { project }: ProjectAccess): Promise<DeployKeyRow[]> {
  return listOfferedKeys(ctx.db, actorId(ctx.actor) ?? 0, project.id);
}

/** Projects looked at to find one that makes a key known to the actor. */
const MOST_PROJECTS = 50;

/** Public keys, keys of the actor's own, and those of other projects whose deploy keys the actor manages. */
export async function mayEnableKey(ctx: Context, key: DeployKeyRow): Promise<boolean> {
  const { actor } = ctx;
  if (actor.kind !== 'user') return false;
  if (key.is_public || actor.isAdmin || key.created_by_id === actor.id) return true;
  const links = await listLinks(ctx.db, [key.id]);
  for (const { project_id: id } of links.slice(0, MOST_PROJECTS)) {
    const access = await accessOrNone(ctx, id);
    if (access && isAllowed(actor, 'admin_deploy_keys', access.policy)) return true;
  }
  return false;
}

async function accessOrNone(ctx: Context, projectId: number): Promise<ProjectAccess | undefined> {
  try {
    return await getProjectAccess(ctx, projectId);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined;
    throw error;
  }
}
