import { idInput, boolInput } from '@tributary/contract/core/inputs.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import { openForBrowser } from '../reads/browse-artifacts.ts';
import { getArchive, getArtifact, jobOfRef } from '../reads/job-artifacts.ts';
import { artifactPaths } from '../rules/artifact-paths.ts';
import { sendFile, sendStored, showFile } from './send-file.ts';
import { inJobFiles } from '../../job-files-access.ts';

const tag = 'Job artifacts';
const ofJob = z.object({ job_id: idInput });
const path = z.string().min(1).max(4_096);

const download = defineRoute({
  method: 'GET',
  path: '/jobs/:job_id/artifacts/download',
  ability: 'read_artifacts',
  summary: 'Download the archive of a job, or the file of one of its reports, from its page',
  tag,
  params: ofJob,
  input: z.object({ file_type: z.string().max(64).default('archive') }),
  subject: inJobFiles,
  handle: async ({ ctx, subject, params, input, reply }) => {
    const artifact = await getArtifact(ctx, subject, params.job_id, input.file_type);
    const name = artifact.format === 'gzip' ? artifact.file_name.replace(/(\.gz)?$/, '.gz') : artifact.file_name;
    return sendStored(ctx, reply, artifact, name);
  },
});

const raw = defineRoute({
  method: 'GET',
  path: '/jobs/:job_id/artifacts/raw/*path',
  ability: 'read_artifacts',
  summary: 'Get a file of the archive of a job from its page',
  tag,
  params: ofJob.extend({ path }),
  input: z.object({ inline: boolInput.default(true) }),
  subject: inJobFiles,
  handle: async ({ ctx, subject, params, input, reply }) => {
    const archive = await getArchive(ctx, subject, params.job_id);
    const { type, ...file } = await openForBrowser(ctx, archive, params.path);
    const name = params.path.split('/').at(-1) ?? params.path;
    return input.inline && type !== undefined ? showFile(reply, type, file) : sendFile(reply, name, file);
  },
});

/** The newest files on a branch or tag: leads to those of the job. */
const newest = (['download', 'browse', 'browse/*path', 'file/*path', 'raw/*path'] as const).map((rest) =>
  defineRoute({
    method: 'GET',
    path: `/jobs/artifacts/:ref_name/${rest}`,
    ability: 'read_artifacts',
    summary: 'Go to the files of the newest job of this name that passed on a branch or tag',
    tag,
    params: z.object({ ref_name: z.string().min(1).max(1_024), path: path.optional() }),
    input: z.object({ job: z.string().min(1).max(255) }),
    subject: inJobFiles,
    handle: async ({ ctx, subject, params, input, reply }) => {
      const { full_path: fullPath } = subject.project;
      const paths = artifactPaths(fullPath, await jobOfRef(ctx, subject, params.ref_name, input.job));
      const [kind] = rest.split('/');
      if (kind === 'download') return reply.redirect(paths.download);
      if (kind === 'browse') return reply.redirect(paths.browse(params.path));
      if (params.path === undefined) throw new AppError('not_found', { resource: 'File' });
      return reply.redirect(kind === 'file' ? paths.file(params.path) : paths.raw(params.path));
    },
  }),
);

const routes: Route[] = [...newest, download, raw];

export const artifactPageRoutes: readonly ScopedRoute[] = routes.map((route) => defineScopedRoute('project', route));
