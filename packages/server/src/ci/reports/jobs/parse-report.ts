import type { Extensions } from '../../../platform/extensions.ts';
import { gunzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { ReportKind } from '@tributary/contract/ci/commit-reports.ts';
import { displayPath, isGitError, readTreeRecursive } from '@tributary/git';
import { type Context, transact } from '../../../platform/context.ts';
import { emit } from '../../../platform/events.ts';
import { defineJob, registerJob, scheduleJob } from '../../../platform/jobs.ts';
import { readCoverage, readFindings } from '../reading/read-in-worker.ts';
import { ReportRefused } from '../reading/report-refused.ts';
import {
  deleteReportsBefore,
  findUnread,
  finishReport,
  insertCoverage,
  insertFindings,
} from '../store/report-store.ts';

const unpack = promisify(gunzip);
/** Files of a commit whose names are compared with those of a report. */
const MAX_PATHS = 300_000;
const KEPT_MS = 90 * 86_400_000;

/** Reads what was reported. A report that cannot be read says so of itself and stops nothing else. */
export const parseReportJob = defineJob<{ reportId: number }>({
  name: 'parse-commit-report',
  run: async (ctx, { reportId }) => {
    const row = await findUnread(ctx.db, reportId);
    if (!row?.source) return;
    const read = await readReport(ctx, row, await unpack(row.source));
    await transact(ctx, async (inner) => {
      const settled = read instanceof ReportRefused ? 0 : await read.store(inner);
      const isOwn = await finishReport(
        inner.db,
        row.id,
        read instanceof ReportRefused
          ? { state: 'failed', failure: read.message }
          : { state: 'ready', entries: settled },
      );
      if (!isOwn) return;
      await emit(inner, 'commit_report.finished', { projectId: row.project_id, sha: row.sha, kind: row.kind });
    });
  },
});

type Read = { store: (ctx: Context) => Promise<number> };
type Unread = { id: number; project_id: number; sha: string; kind: ReportKind };

async function readReport(ctx: Context, row: Unread, bytes: Buffer): Promise<Read | ReportRefused> {
  try {
    if (row.kind === 'codequality') {
      const findings = await readFindings(bytes);
      return { store: ({ db }) => insertFindings(db, row.id, findings).then(() => findings.length) };
    }
    const files = await readCoverage(bytes, await pathsOf(ctx, row));
    return { store: ({ db }) => insertCoverage(db, row.id, files).then(() => files.size) };
  } catch (error) {
    if (error instanceof ReportRefused) return error;
    throw error;
  }
}

async function pathsOf(ctx: Context, row: Unread): Promise<string[]> {
  try {
    const repo = ctx.repositories.directory(row.project_id);
    const { entries } = await readTreeRecursive(repo, row.sha, { limit: MAX_PATHS });
    return entries.filter((entry) => entry.type === 'blob').map((entry) => displayPath(entry.path));
  } catch (error) {
    if (isGitError(error, 'not_found')) throw new ReportRefused('The commit no longer exists.');
    throw error;
  }
}

/** Reports are kept for 90 days; who still needs one reports again. */
export const expireReportsJob = defineJob<Record<string, never>>({
  name: 'expire-commit-reports',
  run: (ctx) => deleteReportsBefore(ctx.db, new Date(ctx.clock.now().getTime() - KEPT_MS)),
});

export const reportsParseReport: Extensions = [
  registerJob(parseReportJob),
  registerJob(expireReportsJob),
  scheduleJob('41 3 * * *', expireReportsJob),
];
