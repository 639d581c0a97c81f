import type { TracePart } from '@tributary/contract/ci/job-page.ts';
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
import { readTraceText } from '../reads/read-trace-text.ts';
import { inJobFiles } from '../../job-files-access.ts';

const params = z.object({ job_id: idInput });
const tag = 'Jobs';
/** The beginning is there at once; of a long log the rest comes in parts that a page takes in within a frame or two. */
const FIRST_PART_BYTES = 64 * 1024;
const MAX_PART_BYTES = 1024 * 1024;
const MAX_OFFSET = Number.MAX_SAFE_INTEGER;

async function getBuild(ctx: Context, access: ProjectAccess, id: number): Promise<StagedJob> {
  const job = await findStagedJob(ctx, access.project.id, id);
  if (job?.kind !== 'build') throw new AppError('not_found', { resource: 'Job' });
  await requireReadable(ctx, access, job.id);
  return job;
}

const part = defineRoute({
  method: 'GET',
  path: '/jobs/:job_id/trace.json',
  ability: 'read_job_log',
  summary: 'Get the next part of the log of a job for its page',
  tag,
  params,
  input: z.object({ offset: z.coerce.number().int().min(0).max(MAX_OFFSET).default(0) }),
  subject: inJobFiles,
  response: z.looseObject({}),
  handle: async ({ ctx, subject, params: { job_id: id }, input: { offset }, reply }): Promise<TracePart> => {
    // The status is read before the log: of a job that has ended, the log is complete.
    const job = await getBuild(ctx, subject, id);
    const isEnded = isFinished(job.status);
    const found = await readTraceText(ctx, job.id, {
      offset,
      length: offset === 0 ? FIRST_PART_BYTES : MAX_PART_BYTES,
      isEnded,
    });
    reply.header('cache-control', 'private, no-cache');
    return {
      id: job.id,
      status: job.status,
      offset,
      next_offset: found.nextOffset,
      size: found.sizeBytes,
      text: found.text,
      is_complete: isEnded && found.nextOffset >= found.sizeBytes,
    };
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

export const tracePageRoutes: readonly ScopedRoute[] = [part, raw, erase].map((route) =>
  defineScopedRoute('project', route),
);
