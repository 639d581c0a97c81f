import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { findUser } from '../../../accounts/index.ts';
import type { Context } from '../../../platform/context.ts';
import { todayOf } from '../../access/project-access.ts';
import { listRolesOf, type RoleRecord } from '../member-store.ts';

/** Roles given to one user that hold today, for administrators. Throws not_found when there is no such user. */
export async function listMemberships(
  ctx: Context,
  filter: { userId: number; type?: RoleRecord['type'] | undefined },
  request: PageRequest,
): Promise<Page<RoleRecord>> {
  if (!(await findUser(ctx, filter.userId))) throw new AppError('not_found', { resource: 'User' });
  const page = { offset: (request.page - 1) * request.perPage, limit: request.perPage };
  const { rows, total } = await listRolesOf(ctx.db, { ...filter, today: todayOf(ctx) }, page);
  return pageOf(rows, request, total);
}
