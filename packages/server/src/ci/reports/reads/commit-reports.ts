import type { CoveredLines, FindingSeverity, ReportKind } from '@tributary/contract/ci/commit-reports.ts';
import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import { listUsersByIds } from '../../../accounts/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { ProjectAccess } from '../../../projects/index.ts';
import { mayReadFilesOf } from '../../artifacts/reads/job-artifacts.ts';
import { mayReadReports } from './job-reports.ts';
import { addLines } from '../reading/resolve-report-paths.ts';
import {
  type CommitReportRow,
  listCoverage,
  listFindings,
  listReportedCommits,
  listReports,
  type ReportScope,
} from '../store/report-store.ts';

export type NamedReport = { row: CommitReportRow; author: UserView | undefined };

export async function nameReports(ctx: Context, rows: readonly CommitReportRow[]): Promise<NamedReport[]> {
  const users = await listUsersByIds(
    ctx,
    rows.flatMap((row) => row.author_id ?? []),
  );
  const byId = new Map(users.map((user) => [user.id, user]));
  return rows.map((row) => ({ row, author: row.author_id === null ? undefined : byId.get(row.author_id) }));
}

const JOB_ACCESS = ['all', 'developer', 'maintainer', 'none'] as const;

/** What of the reports of a project the actor may read: reports of jobs are files of theirs. */
function scopeOf(ctx: Context, access: ProjectAccess): ReportScope {
  const jobAccess = mayReadReports(ctx, access)
    ? JOB_ACCESS.filter((setting) => mayReadFilesOf(ctx, access, setting))
    : [];
  return { projectId: access.project.id, jobAccess };
}

const scopesOf = (ctx: Context, accesses: readonly ProjectAccess[]) => accesses.map((access) => scopeOf(ctx, access));

/** All reports on a commit, the oldest first; there are few of them. */
export async function pageOfReports(
  ctx: Context,
  key: { access: ProjectAccess; sha: string },
  request: PageRequest,
): Promise<Page<NamedReport>> {
  const rows = await listReports(ctx.db, { scopes: [scopeOf(ctx, key.access)], sha: key.sha });
  const start = (request.page - 1) * request.perPage;
  return pageOf(await nameReports(ctx, rows.slice(start, start + request.perPage)), request, rows.length);
}

/** How the reports of one kind on a commit stand together. */
export type ReportStatus =
  | { kind: 'none' | 'pending' }
  | { kind: 'failed'; reason: string }
  | { kind: 'ready'; reportIds: readonly number[] };

/** One that could not be read makes the whole unknown: what is left would say less than was measured. */
export async function commitReportStatus(
  ctx: Context,
  { accesses, sha, kind }: { accesses: readonly ProjectAccess[]; sha: string; kind: ReportKind },
): Promise<ReportStatus> {
  const rows = await listReports(ctx.db, { scopes: scopesOf(ctx, accesses), sha, kind });
  if (rows.length === 0) return { kind: 'none' };
  if (rows.some((row) => row.state === 'pending')) return { kind: 'pending' };
  const failed = rows.find((row) => row.state === 'failed');
  if (failed) return { kind: 'failed', reason: failed.failure ?? '' };
  return { kind: 'ready', reportIds: rows.map((row) => row.id) };
}

/** Hits by path and line of these files, over all of the reports. */
export async function coverageOfFiles(
  ctx: Context,
  reportIds: readonly number[],
  paths: readonly string[],
): Promise<Record<string, CoveredLines>> {
  const files = new Map<string, CoveredLines>();
  for (const { path, lines } of await listCoverage(ctx.db, reportIds, paths)) {
    files.set(path, addLines(files.get(path), lines));
  }
  return Object.fromEntries(files);
}

export type ReportedFinding = {
  path: string;
  line: number;
  severity: FindingSeverity;
  fingerprint: string;
  description: string;
  engine_name: string | null;
};

/** All findings of the reports, each fingerprint once. */
export async function findingsOf(ctx: Context, reportIds: readonly number[]): Promise<ReportedFinding[]> {
  const rows = await listFindings(ctx.db, reportIds);
  return [...new Map(rows.map((row) => [row.fingerprint, row])).values()];
}

export function reportedCommits(
  ctx: Context,
  accesses: readonly ProjectAccess[],
  shas: readonly string[],
): Promise<{ sha: string; kind: ReportKind }[]> {
  return listReportedCommits(ctx.db, scopesOf(ctx, accesses), shas);
}
