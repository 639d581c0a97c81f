import type { MergeRequestAccess } from '../../merge-requests/index.ts';
import type { Context } from '../../platform/context.ts';
import { canReadStatuses, canRetry } from '../abilities.ts';
import { checksFor } from './statuses.ts';

/** Where the widget asks for the statuses; null where there are none, or not for this reader. */
export async function statusChecksPart(
  ctx: Context,
  found: MergeRequestAccess,
): Promise<{ status_checks_path: string | null; can_retry_external_status_checks: boolean }> {
  const { row } = found;
  const isVisible = row.state === 'opened' && canReadStatuses(ctx.actor, found) === null;
  const checks = isVisible ? ((await checksFor(ctx, [row])).get(row.id) ?? []) : [];
  return {
    status_checks_path:
      checks.length > 0 ? `/api/v4/projects/${row.target_project_id}/merge_requests/${row.iid}/status_checks` : null,
    can_retry_external_status_checks: canRetry(ctx.actor, found) === null,
  };
}
