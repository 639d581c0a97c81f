import {
  DEFAULT_REPORT_NAME,
  listReportsInput,
  MAX_REPORT_BYTES,
  reportName,
  reportParams,
  restCommitReport,
} from '@tributary/contract/ci/commit-reports.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { readParts } from '../../../endpoints/http/read-multipart.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import { inRepository } from '../../../projects/index.ts';
import { getVisibleCommit } from '../../../repositories/index.ts';
import { uploadReport } from '../operations/upload-report.ts';
import { nameReports, pageOfReports } from '../reads/commit-reports.ts';
import { toRestCommitReport } from '../render/to-rest.ts';

const tag = 'Commits';

/** The one file and its name; of what is too large no more is taken than shows that it is. */
async function readUpload(request: FastifyRequest): Promise<{ content: Buffer; name: string }> {
  if (!request.isMultipart()) throw new AppError('upload_missing');
  let [content, name]: [Buffer | undefined, string] = [undefined, DEFAULT_REPORT_NAME];
  const limits = { fileSize: MAX_REPORT_BYTES + 1, files: 1, fields: 5, fieldSize: 2_048, parts: 6 };
  for await (const part of readParts(request, { limits })) {
    if (part.type === 'file' && part.fieldname === 'file') {
      content = await part.toBuffer().catch((error: unknown) => {
        throw part.file.truncated ? new AppError('body_too_large') : error;
      });
    } else if (part.type === 'file' || part.fieldname !== 'name') {
      if (part.type === 'file') part.file.resume();
      throw new AppError('bad_parameter', { name: part.fieldname });
    } else {
      const read = reportName.safeParse(part.value);
      if (!read.success) throw new AppError('bad_parameter', { name: 'name' });
      name = read.data;
    }
  }
  if (!content) throw new AppError('upload_missing');
  return { content, name };
}

const upload = defineRoute({
  method: 'POST',
  path: '/projects/:id/repository/commits/:sha/reports/:kind',
  ability: 'create_commit_status',
  summary: 'Upload a coverage or code quality report for a commit',
  tag,
  params: reportParams,
  response: restCommitReport,
  subject: inRepository,
  rawBody: true,
  rateLimitPerMinute: 60,
  handle: async ({ ctx, subject, params: { sha: commit, kind }, reply }) => {
    const file = await readUpload(reply.request);
    const row = await uploadReport(ctx, { ...file, projectId: subject.project.id, commit, kind });
    const [named] = await nameReports(ctx, [row]);
    return named && toRestCommitReport(ctx.config.url, named);
  },
});

const list = defineRoute({
  method: 'GET',
  path: '/projects/:id/repository/commits/:sha/reports',
  ability: 'read_code',
  summary: 'List the coverage and code quality reports of a commit',
  tag,
  params: z.object({ sha: z.string() }),
  input: listReportsInput,
  response: z.array(restCommitReport),
  subject: inRepository,
  handle: async ({ ctx, subject, params: { sha: name }, input: { page, per_page: perPage } }) => {
    const { sha } = await getVisibleCommit(ctx, subject, name);
    const found = await pageOfReports(ctx, { access: subject, sha }, { page, perPage });
    return paged(found, (report) => toRestCommitReport(ctx.config.url, report));
  },
});

export const commitReportRoutes: Route[] = [list, upload];
