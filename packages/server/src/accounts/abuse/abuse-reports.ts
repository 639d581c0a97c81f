import type { AbuseCategory, AbuseReportItem } from '@tributary/contract/accounts/abuse.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { listUsersByIds } from '../reads/find-users.ts';
import { closeReport, insertReport, listReports } from './store.ts';

const MAX_PATH_CHARS = 2_000;

/** The page of this instance that an address names; empty for everything else, so that no report leads elsewhere. */
export function sameOriginPath(address: string, instanceUrl: string): string {
  const parsed = URL.parse(address, instanceUrl);
  const own = URL.parse(instanceUrl);
  if (!parsed || !own || parsed.origin !== own.origin || !/^https?:$/.test(parsed.protocol)) return '';
  return `${parsed.pathname}${parsed.search}${parsed.hash}`.slice(0, MAX_PATH_CHARS);
}

function signedIn(ctx: Context): number {
  const id = actorId(ctx.actor);
  if (id === undefined) throw new AppError('unauthenticated');
  return id;
}

/** Tells administrators of a user. Nobody reports themselves; the same report twice is one. */
export async function reportAbuse(
  ctx: Context,
  report: { userId: number; category: AbuseCategory; seenAt: string },
): Promise<void> {
  const reporterId = signedIn(ctx);
  const [user] = await listUsersByIds(ctx, [report.userId]);
  if (!user) throw new AppError('not_found', { resource: 'User' });
  if (user.id === reporterId) throw new AppError('abuse_report_of_self');
  await insertReport(ctx.db, {
    reporter_id: reporterId,
    user_id: user.id,
    category: report.category,
    reported_from_path: sameOriginPath(report.seenAt, ctx.config.url),
    closed_at: null,
    closed_by_id: null,
  });
}

/** What waits for administrators, or what they have dealt with. */
export async function abuseReports(
  ctx: Context,
  filter: { isOpen: boolean; page: number; perPage: number },
): Promise<{ reports: AbuseReportItem[]; hasNext: boolean }> {
  const offset = (filter.page - 1) * filter.perPage;
  const rows = await listReports(ctx.db, { isOpen: filter.isOpen, limit: filter.perPage + 1, offset });
  const shown = rows.slice(0, filter.perPage);
  const ids = shown.flatMap((row) => [row.user_id, row.reporter_id ?? [], row.closed_by_id ?? []].flat());
  const users = new Map((await listUsersByIds(ctx, [...new Set(ids)])).map((user) => [user.id, user]));
  const reports = shown.flatMap((row): AbuseReportItem[] => {
    const user = users.get(row.user_id);
    if (!user) return [];
    return [
      {
        id: row.id,
        category: row.category,
        createdAt: row.created_at.toISOString(),
        user,
        reporter: users.get(row.reporter_id ?? 0) ?? null,
        seenPath: row.reported_from_path === '' ? null : row.reported_from_path,
        closedAt: row.closed_at?.toISOString() ?? null,
        closedBy: users.get(row.closed_by_id ?? 0) ?? null,
      },
    ];
  });
  return { reports, hasNext: rows.length > shown.length };
}

/** Dealt with; doing it twice changes nothing. */
export async function closeAbuseReport(ctx: Context, id: number): Promise<void> {
  await closeReport(ctx.db, id, signedIn(ctx));
}
