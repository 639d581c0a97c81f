import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { HOOK_TRIGGERS } from '@tributary/contract/projects/hooks.ts';
import type { HookEventKey } from '@tributary/contract/projects/page.ts';
import type { Context } from '../../platform/context.ts';
import { type DeliveryRow, deliveryOfHook, lastDeliveries, listDeliveryRows } from '../store/delivery-store.ts';
import { type HookOwner, type HookRow, hookOf, listHookRows, wantsTrigger } from '../store/hook-store.ts';

/** Events that the test button has no example of. */
const UNTESTED_TRIGGERS = ['repository_update_events', 'member_events', 'subgroup_events', 'project_events'] as const;

export type HookStatus = 'executable' | 'temporarily_disabled' | 'disabled';

/** A webhook without its secrets. */
export type HookView = {
  hook: Omit<HookRow, 'token_sealed' | 'custom_headers_sealed' | 'url_variables_sealed'>;
  events: HookEventKey[];
  tokenPresent: boolean;
  status: HookStatus;
  lastDelivery: DeliveryRow | null;
};

function viewOf(ctx: Context, row: HookRow, lastDelivery: DeliveryRow | undefined): HookView {
  const { token_sealed: token, custom_headers_sealed: _headers, url_variables_sealed: _variables, ...hook } = row;
  const isPaused = hook.disabled_until !== null && hook.disabled_until > ctx.clock.now();
  return {
    hook,
    events: [...HOOK_TRIGGERS, ...UNTESTED_TRIGGERS].filter((trigger) => wantsTrigger(row, trigger)),
    tokenPresent: token !== null,
    status: hook.disabled_reason === null ? (isPaused ? 'temporarily_disabled' : 'executable') : 'disabled',
    lastDelivery: lastDelivery ?? null,
  };
}

export async function listHooks(ctx: Context, owner: HookOwner, request: PageRequest): Promise<Page<HookView>> {
  const { rows, total } = await listHookRows(ctx.db, owner, {
    offset: (request.page - 1) * request.perPage,
    limit: request.perPage,
  });
  const last = await lastDeliveries(
    ctx.db,
    rows.map((row) => row.id),
  );
  return pageOf(
    rows.map((row) => viewOf(ctx, row, last.get(row.id))),
    request,
    total,
  );
}

export async function getHook(ctx: Context, owner: HookOwner, hookId: number): Promise<HookView> {
  const row = await hookOf(ctx.db, owner, hookId);
  if (!row) throw new AppError('not_found', { resource: 'Hook' });
  return viewOf(ctx, row, (await lastDeliveries(ctx.db, [row.id])).get(row.id));
}

export async function listDeliveries(ctx: Context, hookId: number, request: PageRequest): Promise<Page<DeliveryRow>> {
  const page = { offset: (request.page - 1) * request.perPage, limit: request.perPage };
  const { rows, total } = await listDeliveryRows(ctx.db, hookId, page);
  return pageOf(rows, request, total);
}

export async function getDelivery(ctx: Context, hookId: number, deliveryId: number): Promise<DeliveryRow> {
  const row = await deliveryOfHook(ctx.db, hookId, deliveryId);
  if (!row) throw new AppError('not_found', { resource: 'Delivery' });
  return row;
}
