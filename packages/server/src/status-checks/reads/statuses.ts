import type { MergeRequestRow } from '../../merge-requests/index.ts';
import type { Context } from '../../platform/context.ts';
import { projectCacheVersion } from '../../platform/cache/cache-versions.ts';
import { readCached } from '../../platform/cache/request-cache.ts';
import { listProtectionRules, rulesFor } from '../../repositories/index.ts';
import { listChecks, type StatusCheckRow } from '../store/checks.ts';
import { listResponses, type ResponseRow } from '../store/responses.ts';
import type { ResponseStatus } from '../tables.ts';

export type { StatusCheckRow } from '../store/checks.ts';

export type CheckStatus = {
  check: StatusCheckRow;
  status: ResponseStatus;
  /** Null until its service was asked about this head. */
  response: ResponseRow | null;
};

type Subject = Pick<MergeRequestRow, 'id' | 'target_project_id' | 'target_branch'>;

export function projectChecks(ctx: Context, projectId: number): Promise<StatusCheckRow[]> {
  return listChecks(ctx.db, [projectId]);
}

/** That a project has none, as most, is cached. */
async function checksOf(ctx: Context, projectIds: readonly number[]): Promise<StatusCheckRow[]> {
  const [id] = projectIds;
  const load = () => listChecks(ctx.db, projectIds);
  if (id === undefined || projectIds.length > 1) return load();
  const marks = () => [projectCacheVersion(id)];
  const key = `external_status_checks:${id}`;
  return (await readCached(ctx, { key, marks, load, isLasting: ({ length }) => length === 0 })) ?? load();
}

/** Which checks are for each of these requests, with a constant number of queries for each project. */
export async function checksFor(ctx: Context, rows: readonly Subject[]): Promise<Map<number, StatusCheckRow[]>> {
  const checks = await checksOf(ctx, [...new Set(rows.map((row) => row.target_project_id))]);
  const found = new Map<number, StatusCheckRow[]>(rows.map((row) => [row.id, []]));
  for (const [projectId, own] of Map.groupBy(checks, (check) => check.project_id)) {
    const isLimited = own.some((check) => check.branchIds.length > 0);
    const protection = isLimited ? await listProtectionRules(ctx.db, projectId) : [];
    for (const row of rows) {
      if (row.target_project_id !== projectId) continue;
      const ids = new Set(rulesFor(protection, row.target_branch).map((rule) => rule.id));
      const isFor = ({ branchIds }: StatusCheckRow) => branchIds.length === 0 || branchIds.some((id) => ids.has(id));
      found.set(row.id, own.filter(isFor));
    }
  }
  return found;
}

/** What the checks of each request say about its head. */
export async function statusesOf(ctx: Context, rows: readonly Subject[]): Promise<Map<number, CheckStatus[]>> {
  const checks = await checksFor(ctx, rows);
  const asked = rows.filter((row) => (checks.get(row.id) ?? []).length > 0);
  const responses = await listResponses(
    ctx.db,
    asked.map((row) => row.id),
  );
  return new Map(
    rows.map(({ id }) => [
      id,
      (checks.get(id) ?? []).map((check) => {
        const response = responses.find((each) => each.merge_request_id === id && each.check_id === check.id) ?? null;
        return { check, response, status: response?.status ?? 'pending' };
      }),
    ]),
  );
}
