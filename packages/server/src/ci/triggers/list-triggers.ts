import type { TriggersData } from '@tributary/contract/ci/variables.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import type { RestTrigger } from '@tributary/contract/ci/triggers.ts';
import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { listUsersByIds, renderUserBasic } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { countTriggers, findTriggerById, findTriggerRow, listTriggerRows, type TriggerRow } from './trigger-store.ts';

export type TriggerView = { row: TriggerRow; owner: UserView | null };

export async function viewTriggers(ctx: Context, rows: readonly TriggerRow[]): Promise<TriggerView[]> {
  const owners = await listUsersByIds(
    ctx,
    rows.map((row) => row.owner_id),
  );
  const byId = new Map(owners.map((owner) => [owner.id, owner]));
  return rows.map((row) => ({ row, owner: byId.get(row.owner_id) ?? null }));
}

export async function listTriggers(ctx: Context, projectId: number, request: PageRequest): Promise<Page<TriggerView>> {
  const page = { offset: (request.page - 1) * request.perPage, limit: request.perPage };
  const [rows, total] = await Promise.all([listTriggerRows(ctx.db, projectId, page), countTriggers(ctx.db, projectId)]);
  return pageOf(await viewTriggers(ctx, rows), request, total);
}

/** Which trigger this is, whoever asks: the operations on it check that. */
export async function locateTrigger(
  ctx: Context,
  triggerId: number,
): Promise<{ projectId: number; triggerId: number }> {
  const row = await findTriggerById(ctx.db, triggerId);
  if (!row) throw new AppError('not_found', { resource: 'Trigger' });
  return { projectId: row.project_id, triggerId };
}

const MAX_ON_PAGE = 100;

/** The tokens of a project for its settings page, the newest first. */
export async function triggersOfPage(ctx: Context, { project, policy }: ProjectAccess): Promise<TriggersData> {
  const [rows, total] = await Promise.all([
    listTriggerRows(ctx.db, project.id, { offset: 0, limit: MAX_ON_PAGE, sort: 'desc' }),
    countTriggers(ctx.db, project.id),
  ]);
  const now = ctx.clock.now();
  const views = await viewTriggers(ctx, rows);
  return {
    total,
    tokens: views.map(({ row, owner }) => ({
      id: row.id,
      description: row.description,
      start: row.token_hint,
      owner: owner?.name ?? null,
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
      expiresAt: row.expires_at?.toISOString() ?? null,
      isExpired: row.expires_at !== null && row.expires_at <= now,
    })),
    canChange: isAllowed(ctx.actor, 'admin_pipeline_triggers', policy),
    url: `${ctx.config.url}/api/v4/projects/${project.id}/trigger/pipeline`,
    ref: project.default_branch ?? 'main',
  };
}

export async function getTrigger(ctx: Context, projectId: number, id: number): Promise<TriggerRow> {
  const row = await findTriggerRow(ctx.db, projectId, id);
  if (!row) throw new AppError('not_found', { resource: 'Trigger' });
  return row;
}

/** `token` is given once, when it was made. */
export function toRestTrigger(origin: string, { row, owner }: TriggerView, token = row.token_hint): RestTrigger {
  return {
    id: row.id,
    token,
    description: row.description,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    last_used: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    owner: owner && renderUserBasic(owner, { config: { url: origin } }),
  };
}
