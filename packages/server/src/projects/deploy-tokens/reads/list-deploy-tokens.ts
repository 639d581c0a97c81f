import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { todayOf } from '../../access/project-access.ts';
import {
  type DeployTokenOwner,
  type DeployTokenRow,
  findDeployTokenOf,
  listDeployTokenRows,
} from '../deploy-token-store.ts';
import { usernameOf } from '../register.ts';

/** A deploy token without its secret. */
export type DeployTokenView = Pick<DeployTokenRow, 'id' | 'name' | 'scopes'> & {
  username: string;
  expiresAt: Date | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  isExpired: boolean;
};

export function toDeployTokenView(ctx: Context, row: DeployTokenRow): DeployTokenView {
  const { id, name, scopes, expires_at: expiresAt, created_at: createdAt, last_used_at: lastUsedAt } = row;
  const isExpired = expiresAt !== null && expiresAt.toISOString().slice(0, 10) < todayOf(ctx);
  return { id, name, scopes, username: usernameOf(row), expiresAt, createdAt, lastUsedAt, isExpired };
}

/** Of a project or group, or of the whole instance; the caller has made sure that the actor may see them. */
export async function listDeployTokens(
  ctx: Context,
  filter: { owner?: DeployTokenOwner; isActive?: boolean | undefined },
  request: PageRequest,
): Promise<Page<DeployTokenView>> {
  const { rows, total } = await listDeployTokenRows(
    ctx.db,
    { ...filter, today: todayOf(ctx) },
    { offset: (request.page - 1) * request.perPage, limit: request.perPage },
  );
  return pageOf(
    rows.map((row) => toDeployTokenView(ctx, row)),
    request,
    total,
  );
}

export async function getDeployToken(ctx: Context, owner: DeployTokenOwner, id: number): Promise<DeployTokenView> {
  const row = await findDeployTokenOf(ctx.db, owner, id);
  if (!row) throw new AppError('not_found', { resource: 'Deploy Token' });
  return toDeployTokenView(ctx, row);
}
