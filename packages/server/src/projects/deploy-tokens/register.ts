import type { Extensions } from '../../platform/extensions.ts';
import { defineDeployTokens } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { randomToken } from '../../platform/secrets.ts';
import { todayOf } from '../access/project-access.ts';
import { type DeployTokenRow, findLivingDeployToken, touchDeployToken } from './deploy-token-store.ts';

const PREFIX = 'gldt-';
/** The last use is written at most this often. */
const TOUCH_MS = 60_000;

export const generateDeployToken = (): string => `${PREFIX}${randomToken()}`;

export const usernameOf = (row: Pick<DeployTokenRow, 'id' | 'username'>): string =>
  row.username ?? `gitlab+deploy-token-${row.id}`;

async function find(ctx: Context, username: string, token: string) {
  const row = await findLivingDeployToken(ctx.db, ctx.secrets.digest(token), todayOf(ctx));
  if (!row || usernameOf(row) !== username) return undefined;
  const now = ctx.clock.now();
  if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() > TOUCH_MS) {
    await touchDeployToken(ctx.db, row.id, now);
  }
  return { id: row.id, scopes: row.scopes, projectId: row.project_id, groupId: row.namespace_id };
}

export const deployTokensRegister: Extensions = [
  defineDeployTokens({ isDeployToken: (text) => text.startsWith(PREFIX) && text.length <= 200, find }),
];
