import { readTraceInput } from '@tributary/contract/ci/runner-jobs.ts';
import { restJob } from '@tributary/contract/ci/job-rest.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { inRepository } from '../../../projects/index.ts';
import { answerJob } from '../../endpoints/answer-changed.ts';
import { findStagedJob } from '../../reads/jobs.ts';
import { eraseJob } from '../operations/erase-job.ts';
import { openTrace, readTracePart, requireReadable } from '../reads/read-trace.ts';
import { inJobFiles } from '../../job-files-access.ts';

const params = z.object({ job_id: idInput });
const tag = 'Jobs';
const MAX_PART_BYTES = 20 * 1024 * 1024;

export const traceRoutes: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:id/jobs/:job_id/trace',
    ability: 'read_job_log',
    summary: 'Get the log of a job',
    tag,
    params,
    input: readTraceInput,
    subject: inJobFiles,
    handle: async ({ ctx, subject, params: { job_id: id }, input, reply, headers }) => {
      const job = await findStagedJob(ctx, subject.project.id, id);
      if (job?.kind !== 'build') throw new AppError('not_found', { resource: 'Job' });
      await requireReadable(ctx, subject, job.id);
      reply.header('content-type', 'text/plain; charset=utf-8').header('x-content-type-options', 'nosniff');
      reply.header('cache-control', 'private, no-cache');
      if (input.byte_offset !== undefined || input.byte_limit !== undefined) {
        const length = Math.min(input.byte_limit ?? MAX_PART_BYTES, MAX_PART_BYTES);
        return readTracePart(ctx, job.id, { start: input.byte_offset ?? 0, length });
      }
      const log = await openTrace(ctx, job.id);
      // A log only grows until it is erased.
      const etag = `W/"${job.id}-${log?.sizeBytes ?? 0}"`;
      reply.header('etag', etag);
      if (headers['if-none-match'] === etag) {
        log?.stream.destroy();
        return void reply.code(304);
      }
      return log?.stream ?? '';
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/jobs/:job_id/erase',
    ability: 'erase_job',
    summary: 'Erase a job: remove its log and files',
    tag,
    params,
    subject: inRepository,
    response: restJob,
    handle: async ({ ctx, subject, params: { job_id: jobId } }) => {
      await eraseJob(ctx, { projectId: subject.project.id, jobId });
      return answerJob(ctx, subject, { id: jobId });
    },
  }),
];
