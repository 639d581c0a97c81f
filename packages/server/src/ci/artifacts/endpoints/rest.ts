import { artifactsByRefInput, listArtifactTreeInput, restArtifactEntry } from '@tributary/contract/ci/artifacts.ts';
import { restJob } from '@tributary/contract/ci/job-rest.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { slicePage } from '@tributary/contract/core/paging.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import type { Context } from '../../../platform/context.ts';
import { inRepository, type ProjectAccess } from '../../../projects/index.ts';
import { answerJob } from '../../endpoints/answer-changed.ts';
import { keepArtifacts, removeArtifacts, removeProjectArtifacts } from '../operations/change-artifacts.ts';
import { getArchive, jobOfRef, listArchive, openArchived } from '../reads/job-artifacts.ts';
import { sendFile, sendStored } from './send-file.ts';
import { inJobFiles } from '../../job-files-access.ts';

const tag = 'Job artifacts';
const ofJob = z.object({ job_id: idInput });
const ofRef = z.object({ ref_name: z.string().min(1).max(1_024) });
const filePath = { '*': z.string().min(1).max(4_096) };

async function download(ctx: Context, access: ProjectAccess, jobId: number, reply: FastifyReply) {
  const archive = await getArchive(ctx, access, jobId);
  return sendStored(ctx, reply, archive);
}

async function downloadFile(ctx: Context, access: ProjectAccess, jobId: number, path: string, reply: FastifyReply) {
  const archive = await getArchive(ctx, access, jobId);
  return sendFile(reply, path.split('/').at(-1) ?? path, await openArchived(ctx, archive, path));
}

const reading: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:id/jobs/:job_id/artifacts',
    ability: 'read_artifacts',
    summary: 'Download the archive of a job',
    tag,
    params: ofJob,
    subject: inJobFiles,
    handle: ({ ctx, subject, params, reply }) => download(ctx, subject, params.job_id, reply),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/jobs/:job_id/artifacts/tree',
    ability: 'read_artifacts',
    summary: 'List the files in the archive of a job',
    tag,
    params: ofJob,
    input: listArtifactTreeInput,
    subject: inJobFiles,
    response: z.array(restArtifactEntry),
    handle: async ({ ctx, subject, params, input: { path, recursive, page, per_page: perPage } }) => {
      const archive = await getArchive(ctx, subject, params.job_id);
      const entries = slicePage(await listArchive(ctx, archive, { path, recursive }), { page, perPage });
      return paged(entries, ({ name, path: at, isDirectory, sizeBytes }) => ({
        name,
        path: at,
        type: isDirectory ? 'directory' : 'file',
        ...(!isDirectory && { size: sizeBytes }),
      }));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/jobs/:job_id/artifacts/*',
    ability: 'read_artifacts',
    summary: 'Download a file of the archive of a job',
    tag,
    params: ofJob.extend(filePath),
    subject: inJobFiles,
    handle: ({ ctx, subject, params, reply }) => downloadFile(ctx, subject, params.job_id, params['*'], reply),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/jobs/artifacts/:ref_name/download',
    ability: 'read_artifacts',
    summary: 'Download the archive of the newest job of this name that passed on a branch or tag',
    tag,
    params: ofRef,
    input: artifactsByRefInput,
    subject: inJobFiles,
    handle: async ({ ctx, subject, params, input, reply }) =>
      download(ctx, subject, await jobOfRef(ctx, subject, params.ref_name, input.job), reply),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/jobs/artifacts/:ref_name/raw/*',
    ability: 'read_artifacts',
    summary: 'Download a file of the newest archive on a branch or tag',
    tag,
    params: ofRef.extend(filePath),
    input: artifactsByRefInput,
    subject: inJobFiles,
    handle: async ({ ctx, subject, params, input, reply }) => {
      const jobId = await jobOfRef(ctx, subject, params.ref_name, input.job);
      return downloadFile(ctx, subject, jobId, params['*'], reply);
    },
  }),
];

const changing: Route[] = [
  defineRoute({
    method: 'POST',
    path: '/projects/:id/jobs/:job_id/artifacts/keep',
    ability: 'keep_artifacts',
    summary: 'Keep the files of a job',
    tag,
    params: ofJob,
    subject: inRepository,
    response: restJob,
    status: 200,
    handle: async ({ ctx, subject, params: { job_id: jobId } }) =>
      answerJob(ctx, subject, await keepArtifacts(ctx, { projectId: subject.project.id, jobId })),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/projects/:id/jobs/:job_id/artifacts',
    ability: 'delete_artifacts',
    summary: 'Delete the files of a job',
    tag,
    params: ofJob,
    subject: inRepository,
    handle: async ({ ctx, subject, params: { job_id: jobId } }) =>
      void (await removeArtifacts(ctx, { projectId: subject.project.id, jobId })),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/projects/:id/artifacts',
    ability: 'delete_artifacts',
    summary: 'Delete the files of all jobs of a project',
    tag,
    subject: inRepository,
    status: 202,
    handle: ({ ctx, subject }) => removeProjectArtifacts(ctx, { projectId: subject.project.id }),
  }),
];

export const artifactRoutes: Route[] = [...reading, ...changing];
