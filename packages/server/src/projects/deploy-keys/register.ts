import type { Extensions } from '../../platform/extensions.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { type DeployKeyUse, defineDeployKeys, findDeployKeyActor } from '../../accounts/index.ts';
import type { UserActor } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { findProjectRow } from '../access/store.ts';
import {
  findDeployKeyRow,
  findEnabledKey,
  findLivingDeployKey,
  listLinks,
  touchDeployKey,
} from './deploy-key-store.ts';

/** The last use is written at most this often. */
const TOUCH_MS = 60_000;

async function findUse(ctx: Context, fingerprint: string): Promise<DeployKeyUse | undefined> {
  const row = await findDeployKeyRow(ctx.db, { fingerprint });
  if (!row) return undefined;
  const links = await listLinks(ctx.db, [row.id]);
  const { id, title, key, created_by_id: createdById } = row;
  return {
    id,
    title,
    key,
    createdById,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    projects: links.map((link) => ({
      projectId: link.project_id,
      canPush: link.can_push,
      createdAt: link.created_at,
    })),
  };
}

/** The title of a deploy key that has not expired. */
export async function findDeployKeyTitle(ctx: Context, fingerprint: string): Promise<string | undefined> {
  return (await findLivingDeployKey(ctx.db, fingerprint, ctx.clock.now()))?.title;
}

export async function noteDeployKeyUse(ctx: Context, fingerprint: string): Promise<void> {
  const now = ctx.clock.now();
  const row = await findLivingDeployKey(ctx.db, fingerprint, now);
  if (row && (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() > TOUCH_MS)) {
    await touchDeployKey(ctx.db, row.id, now);
  }
}

/**
 * Who reads or pushes with this deploy key; undefined when it is none, or has expired. Throws when it may not push to the
 * project, or nobody stands behind it any more.
 */
export async function actorOfDeployKey(
  ctx: Context,
  fingerprint: string,
  pushTo: string | undefined,
): Promise<UserActor | undefined> {
  const row = await findLivingDeployKey(ctx.db, fingerprint, ctx.clock.now());
  if (!row) return undefined;
  if (pushTo !== undefined) {
    const project = await findProjectRow(ctx.db, pushTo);
    const enabled = project && (await findEnabledKey(ctx.db, project.id, row.id));
    if (enabled && !enabled.can_push) throw new AppError('deploy_key_read_only');
  }
  const canPush = pushTo !== undefined;
  const actor = await findDeployKeyActor(ctx, { keyId: row.id, creatorId: row.created_by_id, canPush });
  if (!actor && canPush) throw new AppError('deploy_key_without_creator');
  return actor;
}

export const deployKeysRegister: Extensions = [defineDeployKeys(findUse)];
