import { z } from 'zod';
import {
  archiveInput,
  blameInput,
  deleteFileInput,
  fileInput,
  rawFileInput,
  saveFileInput,
  treeInput,
} from '@tributary/contract/projects/repository-inputs.ts';
import {
  restBlameRange,
  restBlob,
  restFile,
  restFileSaved,
  restTreeObject,
  type RestTreeObject,
} from '@tributary/contract/projects/repository-rest.ts';
import { pageOf } from '@tributary/contract/core/paging.ts';
import { defineRoute, type Route } from '../../../faces/http/define-route.ts';
import { inRepository } from '../../access/subjects.ts';
import { MAX_COMMIT_BODY_BYTES } from '../limits.ts';
import { changeFile } from '../operations/change-file.ts';
import { loadArchive, parseArchiveFormat } from '../reads/archive-file.ts';
import {
  blameFile,
  entriesAfter,
  getBlob,
  getFile,
  lastCommitsOfEntries,
  listEntries,
  pageOfEntries,
} from '../reads/file-reads.ts';
import { loadRawAt, loadRawOfBlob } from '../reads/raw-file.ts';
import { toRestBlameRange } from '../render/to-rest.ts';
import { oneHeader, sendRaw } from './place-routes.ts';
import { answerList, homeOf, restCommitOf } from './rest-answers.ts';

const tag = 'Repository files';
const shaParams = z.object({ sha: z.string() });
const pathParams = z.object({ file_path: z.string() });

const tree = defineRoute({
  method: 'GET',
  path: '/projects/:id/repository/tree',
  ability: 'read_code',
  summary: 'Entries of a directory',
  tag,
  input: treeInput,
  response: z.array(restTreeObject),
  subject: inRepository,
  handle: async ({ ctx, subject, input, reply }) => {
    const { ref, path, recursive, per_page: perPage } = input;
    const { sha, entries } = await listEntries(ctx, subject, { ref, path, recursive });
    const isWalked = input.pagination === 'keyset';
    const walked = isWalked ? entriesAfter(entries, { token: input.page_token, perPage }) : undefined;
    const page = walked
      ? pageOf(walked.items, { page: 1, perPage }, undefined)
      : pageOfEntries(
          entries,
          input.pagination === 'none' ? { page: 1, perPage: entries.length || 1 } : { page: input.page, perPage },
        );
    const commits = input.with_last_commit ? await lastCommitsOfEntries(ctx, subject, sha, page.items) : undefined;
    const home = homeOf(ctx, subject);
    return answerList(
      reply,
      { page, nextToken: walked?.nextToken ?? null },
      {
        isWalked,
        address: `${ctx.config.url}/api/v4/projects/${subject.project.id}/repository/tree`,
        query: {
          pagination: 'keyset',
          per_page: String(perPage),
          path,
          recursive: String(recursive),
          ...(ref !== undefined && { ref }),
        },
        render: (entry): RestTreeObject => {
          const { oid: id, name, type, path: entryPath, mode } = entry;
          const last = commits?.get(entryPath);
          return {
            id,
            name,
            type,
            path: entryPath,
            mode,
            ...(commits && { last_commit: last ? restCommitOf(home, last) : null }),
          };
        },
      },
    );
  },
});

const blob = defineRoute({
  method: 'GET',
  path: '/projects/:id/repository/blobs/:sha',
  ability: 'read_code',
  summary: 'A blob by its id',
  tag,
  params: shaParams,
  response: restBlob,
  subject: inRepository,
  rateLimitPerMinute: 300,
  handle: async ({ ctx, subject, params }) => {
    const { oid, content } = await getBlob(ctx, subject, params.sha);
    return { size: content.length, encoding: 'base64', content: content.toString('base64'), sha: oid };
  },
});

const rawBlob = defineRoute({
  method: 'GET',
  path: '/projects/:id/repository/blobs/:sha/raw',
  ability: 'read_code',
  summary: 'The bytes of a blob',
  tag,
  params: shaParams,
  subject: inRepository,
  rateLimitPerMinute: 300,
  handle: async ({ ctx, subject, params, reply, headers }) =>
    sendRaw(await loadRawOfBlob(ctx, subject, params.sha), reply, oneHeader(headers, 'if-none-match')),
});

const archives = ['/projects/:id/repository/archive', '/projects/:id/repository/archive.:format'].map((path) =>
  defineRoute({
    method: 'GET',
    path,
    ability: 'read_code',
    summary: 'The repository as an archive',
    tag,
    params: z.object({ format: z.string().optional() }),
    input: archiveInput,
    subject: inRepository,
    rateLimitPerMinute: 30,
    handle: async ({ ctx, subject, params, input, reply }) => {
      const format = parseArchiveFormat(params.format ?? input.format ?? 'tar.gz');
      const ref = input.sha ?? subject.project.default_branch ?? 'HEAD';
      const file = await loadArchive(ctx, subject, { ref, format, path: input.path });
      reply.headers(file.headers);
      return file.body;
    },
  }),
);

const file = defineRoute({
  method: 'GET',
  path: '/projects/:id/repository/files/:file_path',
  ability: 'read_code',
  summary: 'A file with its content; HEAD gives the facts as headers',
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
  summary: 'The bytes of a file',
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
  summary: 'Who last changed each line of a file',
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
  ability: 'push_code',
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
  ability: 'push_code',
  summary: 'Change a file',
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
  ability: 'push_code',
  summary: 'Delete a file',
  tag,
  params: pathParams,
  input: deleteFileInput,
  subject: inRepository,
  handle: async ({ ctx, subject, params, input }) => {
    await changeFile(ctx, subject.project.id, { action: 'delete', file_path: params.file_path, ...input });
  },
});

export const fileRoutes: readonly Route[] = [
  tree,
  blob,
  rawBlob,
  ...archives,
  file,
  rawFile,
  blame,
  create,
  update,
  remove,
];
