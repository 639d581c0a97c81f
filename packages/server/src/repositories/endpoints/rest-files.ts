import { z } from 'zod';
import {
  blameInput,
  deleteFileInput,
  fileInput,
  rawFileInput,
  saveFileInput,
} from '@tributary/contract/projects/repository-inputs.ts';
import { restBlameRange, restFile, restFileSaved } from '@tributary/contract/projects/repository-rest.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { inRepository } from '../../projects/index.ts';
import { MAX_COMMIT_BODY_BYTES } from '../rules/commit-limits.ts';
import { changeFile } from '../operations/change-file.ts';
import { blameFile, getFile } from '../reads/file-reads.ts';
import { loadRawAt } from '../reads/raw-file.ts';
import { toRestBlameRange } from '../render/to-rest.ts';
import { oneHeader, sendRaw } from './scoped-routes.ts';

const tag = 'Repository files';
const pathParams = z.object({ file_path: z.string() });

const file = defineRoute({
  method: 'GET',
  path: '/projects/:id/repository/files/:file_path',
  ability: 'read_code',
  summary: 'Get a file with its content. HEAD returns the metadata as headers',
  tag,
  params: pathParams,
  input: fileInput,
  response: restFile,
  subject: inRepository,
  handle: async ({ ctx, subject, params, input, reply }) => {
    const found = await getFile(ctx, subject, params.file_path, input.ref);
    for (const [name, value] of Object.entries(found)) {
      if (name === 'content') continue;
      // Names hold any characters; a header does not.
      reply.header(`X-Gitlab-${headerName(name)}`, encodeURI(String(value)));
    }
    return found;
  },
});

/** `blob_id` → `Blob-Id`. */
function headerName(field: string): string {
  return field
    .split('_')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('-');
}

const rawFile = defineRoute({
  method: 'GET',
  path: '/projects/:id/repository/files/:file_path/raw',
  ability: 'read_code',
  summary: 'Get a raw file',
  tag,
  params: pathParams,
  input: rawFileInput,
  subject: inRepository,
  rateLimitPerMinute: 300,
  handle: async ({ ctx, subject, params, input, reply, headers }) => {
    const ref = input.ref ?? subject.project.default_branch ?? 'HEAD';
    const found = await loadRawAt(
      ctx,
      subject,
      { ref, path: params.file_path },
      { asAttachment: false, destination: undefined },
    );
    return sendRaw(found, reply, oneHeader(headers, 'if-none-match'));
  },
});

const blame = defineRoute({
  method: 'GET',
  path: '/projects/:id/repository/files/:file_path/blame',
  ability: 'read_code',
  summary: 'Get the blame of a file',
  tag,
  params: pathParams,
  input: blameInput,
  response: z.array(restBlameRange),
  subject: inRepository,
  rateLimitPerMinute: 60,
  handle: async ({ ctx, subject, params, input }) => {
    const ranges = await blameFile(ctx, subject, { path: params.file_path, ref: input.ref, range: input.range });
    return ranges.map(({ range, commit }) => toRestBlameRange(range, commit));
  },
});

const create = defineRoute({
  method: 'POST',
  path: '/projects/:id/repository/files/:file_path',
  // Which branch it is decides: someone's fork may let others push to one.
  ability: 'read_code',
  summary: 'Create a file',
  tag,
  params: pathParams,
  input: saveFileInput,
  response: restFileSaved,
  subject: inRepository,
  bodyLimitBytes: MAX_COMMIT_BODY_BYTES,
  handle: ({ ctx, subject, params, input }) =>
    changeFile(ctx, subject.project.id, { action: 'create', file_path: params.file_path, ...input }),
});

const update = defineRoute({
  method: 'PUT',
  path: '/projects/:id/repository/files/:file_path',
  // Which branch it is decides: someone's fork may let others push to one.
  ability: 'read_code',
  summary: 'Update a file',
  tag,
  params: pathParams,
  input: saveFileInput,
  response: restFileSaved,
  subject: inRepository,
  bodyLimitBytes: MAX_COMMIT_BODY_BYTES,
  handle: ({ ctx, subject, params, input }) =>
    changeFile(ctx, subject.project.id, { action: 'update', file_path: params.file_path, ...input }),
});

const remove = defineRoute({
  method: 'DELETE',
  path: '/projects/:id/repository/files/:file_path',
  // Which branch it is decides: someone's fork may let others push to one.
  ability: 'read_code',
  summary: 'Delete a file',
  tag,
  params: pathParams,
  input: deleteFileInput,
  subject: inRepository,
  handle: async ({ ctx, subject, params, input }) => {
    await changeFile(ctx, subject.project.id, { action: 'delete', file_path: params.file_path, ...input });
  },
});

export const fileRoutes: readonly Route[] = [file, rawFile, blame, create, update, remove];
