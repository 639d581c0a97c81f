import { gzip } from 'node:zlib';
import { promisify } from 'node:util';
import { MAX_REPORT_BYTES, MAX_REPORTS_OF_COMMIT, type ReportKind } from '@tributary/contract/ci/commit-reports.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../../platform/actor.ts';
import { addJob } from '../../../platform/jobs.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess } from '../../../projects/index.ts';
import { getRevision, loadForWriting } from '../../../repositories/index.ts';
import { parseReportJob } from '../jobs/parse-report.ts';
import { type CommitReportRow, insertReport, lockReports, removeReport } from '../store/report-store.ts';

export type ReportUpload = { projectId: number; commit: string; kind: ReportKind; name: string; content: Buffer };

const pack = promisify(gzip);

/** Takes what another system measured on a commit; it is read soon after. A report of the same name takes its place. */
export const uploadReport = defineOperation<ReportUpload, ProjectAccess, CommitReportRow>({
  name: 'commit_report.upload',
  load: (ctx, input) => loadForWriting(ctx, input.projectId),
  check: (ctx, access) => can(ctx.actor, 'create_commit_status', featureOf(access, 'repository')),
  run: async (ctx, access, { commit, kind, name, content }) => {
    if (content.length > MAX_REPORT_BYTES) throw new AppError('body_too_large');
    const { commitSha: sha } = await getRevision(ctx, access, commit, 'Commit');
    const source = await pack(content);
    const key = { projectId: access.project.id, sha, kind };
    await lockReports(ctx.db, key);
    const others = await removeReport(ctx.db, key, name);
    if (others >= MAX_REPORTS_OF_COMMIT) throw new AppError('too_many_reports', { limit: MAX_REPORTS_OF_COMMIT });
    const authorId = actorId(ctx.actor) ?? null;
    const file = { name, source, sizeBytes: content.length, authorId, jobAccess: null };
    const row = await insertReport(ctx.db, key, file);
    await addJob(ctx, parseReportJob, { reportId: row.id });
    return row;
  },
});
