import { type Page, pageOf } from '@tributary/contract/core/paging.ts';
import type { ListAuditEventsInput } from '@tributary/contract/accounts/audit-rest.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { type EntityAuditFilter, findEntityAuditRow, listEntityAuditRows } from '../store/audit-events.ts';
import { type AuditView, viewAuditRows } from './administration.ts';

export type AuditOf = Pick<EntityAuditFilter, 'entity' | 'authorId'>;

/** Newest first, without a total: the trail only grows. The right is the caller's to check. */
export async function listAuditEventsOf(
  ctx: Context,
  of: AuditOf,
  input: ListAuditEventsInput,
): Promise<Page<AuditView>> {
  const isWalk = input.pagination === 'keyset';
  const request = { page: isWalk ? 1 : input.page, perPage: input.per_page };
  const filter = {
    ...of,
    createdAfter: input.created_after,
    createdBefore: input.created_before,
    ...(isWalk && { beforeId: input.cursor }),
  };
  const page = { offset: (request.page - 1) * request.perPage, limit: request.perPage + 1 };
  const rows = await listEntityAuditRows(ctx.db, filter, page);
  const items = await viewAuditRows(ctx, rows.slice(0, request.perPage));
  return { ...pageOf(items, request, undefined), hasNext: rows.length > request.perPage };
}

/** The same for one of them. */
export async function getAuditEventOf(ctx: Context, of: AuditOf, id: number): Promise<AuditView> {
  const row = await findEntityAuditRow(ctx.db, id, of);
  const [view] = row ? await viewAuditRows(ctx, [row]) : [];
  if (!view) throw new AppError('not_found', { resource: 'Audit Event' });
  return view;
}
