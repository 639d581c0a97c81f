import { idInput } from '@tributary/contract/core/inputs.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { readFormFile } from '../../../endpoints/http/read-multipart.ts';
import { jobToken } from '../../runners/endpoints/rest-jobs.ts';
import { authenticateJob } from '../../runners/operations/job-session.ts';
import { checkKind, checkSize, maxArtifactBytes, uploadArtifact } from '../operations/upload-artifact.ts';
import { openDependency } from '../reads/dependency.ts';
import { sendStored } from './send-file.ts';

const tag = 'Runner protocol';
const params = z.object({ id: idInput });

const uploadQuery = z.object({
  artifact_type: z.string().max(100).default('archive'),
  artifact_format: z.string().max(20).default('zip'),
  expire_in: z.string().max(200).optional(),
  filesize: z.coerce.number().int().min(0).optional(),
});

function readQuery(query: unknown): z.output<typeof uploadQuery> {
  const read = uploadQuery.safeParse(query);
  if (!read.success) throw new AppError('bad_parameter', { name: 'artifact_type' });
  return read.data;
}

export const runnerArtifactRoutes: Route[] = [
  defineRoute({
    method: 'POST',
    path: '/jobs/:id/artifacts/authorize',
    ability: 'use_runner_protocol',
    summary: 'Ask whether a job may upload a file',
    tag,
    params,
    status: 200,
    takesBytes: true,
    rawBody: true,
    skipsAddressLimit: true,
    handle: async ({ ctx, params: { id }, headers, reply }) => {
      const job = await authenticateJob(ctx, id, jobToken(headers, reply));
      const { filesize } = readQuery(reply.request.query);
      const maxBytes = await maxArtifactBytes(ctx, job);
      if (filesize !== undefined) checkSize(filesize, maxBytes);
      return { MaximumSize: maxBytes };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/jobs/:id/artifacts',
    ability: 'use_runner_protocol',
    summary: 'Upload a file of a job',
    tag,
    params,
    rawBody: true,
    skipsAddressLimit: true,
    handle: async ({ ctx, params: { id }, headers, reply }) => {
      const job = await authenticateJob(ctx, id, jobToken(headers, reply));
      const { artifact_type: type, artifact_format: format, expire_in: expireIn } = readQuery(reply.request.query);
      checkKind(type, format);
      const maxBytes = await maxArtifactBytes(ctx, job);
      const limits = { fileSize: maxBytes, files: 1, fields: 20, parts: 25 };
      const file = await readFormFile(reply.request, { limits });
      if (!file) throw new AppError('upload_missing');
      const fileName = file.filename.replaceAll(/[^\w.+-]/g, '_').slice(-255) || 'artifacts.zip';
      await uploadArtifact(ctx, job, { type, format, expireIn, fileName, maxBytes, ...file });
      reply.code(201);
      return undefined;
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/jobs/:id/artifacts',
    ability: 'use_runner_protocol',
    summary: 'Download the archive of a job that another one depends on',
    tag,
    params,
    skipsAddressLimit: true,
    handle: async ({ ctx, params: { id }, headers, reply }) => {
      const archive = await openDependency(ctx, id, jobToken(headers, reply));
      return sendStored(ctx, reply, archive);
    },
  }),
];
