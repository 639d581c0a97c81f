import { z } from 'zod';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import type { FastifyRequest } from 'fastify';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { readParts } from '../../endpoints/http/read-multipart.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import { inRepository } from '../../projects/index.ts';
import { createCommit } from '../operations/create-commit.ts';
import { changePathOf } from '../operations/upload-path.ts';

type Upload = { content: Buffer; fileName: string; fields: Record<string, string> };

/** Reads the one file and the fields around it; what is too large is refused while it comes in. */
async function readUpload(request: FastifyRequest): Promise<Upload> {
  const fields: Record<string, string> = {};
  let file: { content: Buffer; fileName: string } | undefined;
  for await (const part of readParts(request)) {
    if (part.type === 'file') file = { content: await part.toBuffer(), fileName: part.filename };
    else if (typeof part.value === 'string') fields[part.fieldname] = part.value;
  }
  if (!file) throw new AppError('missing_parameter', { names: 'file' });
  return { ...file, fields };
}

/** A file from the user's disk, as a commit: new, or in place of one that is there. */
const upload = defineRoute({
  method: 'POST',
  path: '/upload_file',
  // Which branch it is decides: someone's fork may let others push to one.
  ability: 'read_code',
  summary: 'Upload a file to a branch',
  tag: 'Repository pages',
  response: z.object({ branch: z.string(), file_path: z.string(), href: z.string(), is_new_branch: z.boolean() }),
  subject: inRepository,
  rawBody: true,
  rateLimitPerMinute: 60,
  handle: async ({ ctx, subject, reply }) => {
    const { content, fileName, fields } = await readUpload(reply.request);
    const branch = fields['branch'] ?? '';
    if (branch === '') throw new AppError('missing_parameter', { names: 'branch' });
    const path = changePathOf(fields['file_path'], fields['directory'], fileName);
    const lastCommitId = fields['last_commit_id'] || undefined;
    const made = await createCommit(ctx, {
      projectId: subject.project.id,
      branch,
      startBranch: fields['start_branch'] || undefined,
      message: fields['commit_message'] ?? '',
      actions: [{ action: lastCommitId === undefined ? 'create' : 'update', path, content, lastCommitId }],
    });
    return {
      branch: made.branch,
      file_path: path,
      href: repositoryPaths.blob(subject.project.full_path, made.branch, path),
      is_new_branch: made.isNewBranch,
    };
  },
});

export const uploadRoutes: readonly ScopedRoute[] = [defineScopedRoute('project', upload)];
