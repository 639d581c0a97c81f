import { requestJobInput, updateJobInput } from '@tributary/contract/ci/runner-jobs.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { parseContentRange } from '../../traces/rules/content-range.ts';
import {
  authenticateJob,
  findEndedJob,
  isInTrace,
  isRepeatedResult,
  updateJobState,
} from '../operations/job-session.ts';
import { writeNextPiece, writeTrace } from '../operations/log-writers.ts';
import { requestJob } from '../operations/take-job.ts';

const tag = 'Runner protocol';
const params = z.object({ id: idInput });
const MAX_PIECE_BYTES = 10 * 1024 * 1024;
/** How often a runner sends what it has of the log. */
const UPDATE_SECONDS = 3;

type Headers = Record<string, string | string[] | undefined>;

/** The token of a job by any of its carriers. */
export function jobToken(headers: Headers, reply: FastifyReply, given?: string): string | undefined {
  const header = headers['job-token'];
  const query = reply.request.query;
  const asked = typeof query === 'object' && query !== null ? (query as Record<string, unknown>) : {};
  const found = (typeof header === 'string' ? header : undefined) ?? given ?? asked['token'] ?? asked['job_token'];
  return typeof found === 'string' ? found : undefined;
}

function describeJob(reply: FastifyReply, status: string): void {
  reply.header('Job-Status', status).header('X-GitLab-Trace-Update-Interval', String(UPDATE_SECONDS));
}

export const runnerJobRoutes: Route[] = [
  defineRoute({
    method: 'POST',
    path: '/jobs/request',
    ability: 'use_runner_protocol',
    summary: 'Request a job',
    tag,
    input: requestJobInput,
    skipsAddressLimit: true,
    handle: async ({ ctx, input: { token, system_id: systemId, last_update: lastUpdate, info }, reply }) => {
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const { payload, lastUpdate: cursor } = await requestJob(ctx, {
        token,
        systemId,
        info,
        lastUpdate,
        signal: gone.signal,
      });
      reply.header('cache-control', 'no-store');
      // Beside a job there may be more: only who got none knows that there is nothing new until the cursor changes.
      if (!payload) reply.code(204).header('X-GitLab-Last-Update', cursor);
      return payload;
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/jobs/:id/trace',
    ability: 'use_runner_protocol',
    summary: 'Append to the log of a job',
    tag,
    params,
    takesBytes: true,
    rawBody: true,
    skipsAddressLimit: true,
    bodyLimitBytes: MAX_PIECE_BYTES,
    handle: async ({ ctx, params: { id }, headers, reply }) => {
      const token = jobToken(headers, reply);
      const range = headers['content-range'];
      const piece = parseContentRange(typeof range === 'string' ? range : undefined);
      const data = Buffer.isBuffer(reply.request.body) ? reply.request.body : Buffer.alloc(0);
      const isDebug = reply.request.url.includes('debug_trace=true');
      if (piece && piece.length === data.length && !isDebug) {
        const next = await writeNextPiece(ctx, id, token, { start: piece.start, data });
        if (next) {
          describeJob(reply, next.status);
          reply.code(202).header('Range', `0-${next.receivedBytes}`);
          return undefined;
        }
      }
      const ended = await findEndedJob(ctx, id, token);
      if (ended) {
        describeJob(reply, ended.status);
        const received = piece && (await isInTrace(ctx, id, piece.start + data.length));
        if (received === undefined) throw new AppError('job_token_invalid');
        reply.code(202).header('Range', `0-${received}`);
        return undefined;
      }
      const job = await authenticateJob(ctx, id, token);
      if (!piece || piece.length !== data.length) throw new AppError('log_range_missing');
      describeJob(reply, job.status);
      const outcome = await writeTrace(ctx, job, token ?? '', { start: piece.start, data, isDebug });
      reply.header('Range', `0-${outcome.receivedBytes}`);
      if (!outcome.isAppended) {
        throw new AppError('log_range_wrong', { size: outcome.receivedBytes }, { status: 416 });
      }
      reply.code(202);
      return undefined;
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/jobs/:id',
    ability: 'use_runner_protocol',
    summary: 'Report how a job stands',
    tag,
    params,
    input: updateJobInput,
    skipsAddressLimit: true,
    handle: async ({ ctx, params: { id }, input, headers, reply }) => {
      const token = jobToken(headers, reply, input.token);
      const ended = await findEndedJob(ctx, id, token);
      if (ended) {
        describeJob(reply, ended.status);
        if (!isRepeatedResult(ended, input.state)) throw new AppError('job_token_invalid');
        return undefined;
      }
      const job = await authenticateJob(ctx, id, token);
      describeJob(reply, job.status);
      const updated = await updateJobState(ctx, job, {
        state: input.state,
        failureReason: input.failure_reason,
        exitCode: input.exit_code,
        checksum: input.output?.checksum ?? input.checksum,
        logBytes: input.output?.bytesize ?? undefined,
      });
      describeJob(reply, updated.status);
      return undefined;
    },
  }),
];
