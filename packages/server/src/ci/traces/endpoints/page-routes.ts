import type { LogLines, LogLinesAt, LogMatches, LogOutline } from '@tributary/contract/ci/job-page.ts';
import { isFinished } from '@tributary/contract/ci/status.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { z } from 'zod';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import type { Context } from '../../../platform/context.ts';
import { inRepository, type ProjectAccess } from '../../../projects/index.ts';
import { findStagedJob } from '../../reads/jobs.ts';
import type { StagedJob } from '../../store/list-jobs-store.ts';
import { eraseJob } from '../operations/erase-job.ts';
import { openTrace, requireReadable } from '../reads/read-trace.ts';
import { MAX_LINES_READ, readLogLines, readLogLinesAt, readLogOutline } from '../reads/read-log-lines.ts';
import { searchLog } from '../reads/search-log.ts';
import { inJobFiles } from '../../job-files-access.ts';

const params = z.object({ job_id: idInput });
const tag = 'Jobs';
const lineInput = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const MAX_QUERY = 200;

async function getBuild(ctx: Context, access: ProjectAccess, id: number): Promise<StagedJob> {
  const job = await findStagedJob(ctx, access.project.id, id);
  if (job?.kind !== 'build') throw new AppError('not_found', { resource: 'Job' });
  await requireReadable(ctx, access, job.id);
  return job;
}

const isEnded = ({ status }: StagedJob): boolean => isFinished(status);

const outline = defineRoute({
  method: 'GET',
  path: '/jobs/:job_id/trace.json',
  ability: 'read_job_log',
  summary: 'Get how long the log of a job is, and its sections',
  tag,
  params,
  input: z.object({ since: lineInput.default(0) }),
  subject: inJobFiles,
  response: z.looseObject({}),
  handle: async ({ ctx, subject, params: { job_id: id }, input: { since }, reply }): Promise<LogOutline> => {
    // The status is read before the log: of a job that has ended, the log is complete.
    const job = await getBuild(ctx, subject, id);
    reply.header('cache-control', 'private, no-cache');
    const found = await readLogOutline(ctx, job.id, { since, isEnded: isEnded(job) });
    return { id: job.id, status: job.status, ...found };
  },
});

const lines = defineRoute({
  method: 'GET',
  path: '/jobs/:job_id/trace_lines.json',
  ability: 'read_job_log',
  summary: 'Get lines of the log of a job',
  tag,
  params,
  input: z.object({
    from: lineInput.default(0),
    count: z.coerce.number().int().min(1).max(MAX_LINES_READ).default(MAX_LINES_READ),
    /** Instead: numbers of lines, separated by commas. */
    at: z
      .string()
      .regex(/^\d{1,9}(,\d{1,9}){0,299}$/)
      .optional(),
  }),
  subject: inJobFiles,
  response: z.looseObject({}),
  handle: async ({ ctx, subject, params: { job_id: id }, input, reply }): Promise<LogLines | LogLinesAt> => {
    const job = await getBuild(ctx, subject, id);
    reply.header('cache-control', 'private, no-cache');
    const { at, ...range } = input;
    if (at !== undefined) return readLogLinesAt(ctx, job.id, { at: at.split(',').map(Number), isEnded: isEnded(job) });
    return readLogLines(ctx, job.id, { ...range, isEnded: isEnded(job) });
  },
});

const search = defineRoute({
  method: 'GET',
  path: '/jobs/:job_id/trace_search.json',
  ability: 'read_job_log',
  summary: 'Search in the log of a job',
  tag,
  params,
  input: z.object({ query: z.string().min(1).max(MAX_QUERY), from: lineInput.default(0) }),
  subject: inJobFiles,
  response: z.looseObject({}),
  handle: async ({ ctx, subject, params: { job_id: id }, input, reply }): Promise<LogMatches> => {
    const job = await getBuild(ctx, subject, id);
    reply.header('cache-control', 'private, no-cache');
    return searchLog(ctx, job.id, { ...input, isEnded: isEnded(job) });
  },
});

const raw = defineRoute({
  method: 'GET',
  path: '/jobs/:job_id/raw',
  ability: 'read_job_log',
  summary: 'Get the log of a job as text',
  tag,
  params,
  subject: inJobFiles,
  handle: async ({ ctx, subject, params: { job_id: id }, reply }) => {
    const job = await getBuild(ctx, subject, id);
    reply.header('content-type', 'text/plain; charset=utf-8').header('x-content-type-options', 'nosniff');
    reply.header('content-disposition', `inline; filename="job-${job.id}.log"`);
    reply.header('cache-control', 'private, no-cache');
    return (await openTrace(ctx, job.id))?.stream ?? '';
  },
});

const erase = defineRoute({
  method: 'POST',
  path: '/jobs/:job_id/erase',
  ability: 'erase_job',
  summary: 'Erase the log and the files of a job from its page',
  tag,
  params,
  subject: inRepository,
  response: z.looseObject({}),
  status: 200,
  handle: async ({ ctx, subject, params: { job_id: jobId } }) => {
    const { id, erased_at: erasedAt } = await eraseJob(ctx, { projectId: subject.project.id, jobId });
    return { id, erased_at: erasedAt?.toISOString() ?? null };
  },
});

export const tracePageRoutes: readonly ScopedRoute[] = [outline, lines, search, raw, erase].map((route) =>
  defineScopedRoute('project', route),
);
