import { z } from 'zod';
import { archiveInput, treeInput } from '@tributary/contract/projects/repository-inputs.ts';
import { restBlob, restTreeObject, type RestTreeObject } from '@tributary/contract/projects/repository-rest.ts';
import { pageOf } from '@tributary/contract/core/paging.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { inRepository } from '../../projects/index.ts';
import { loadArchive, parseArchiveFormat } from '../reads/archive-file.ts';
import { entriesAfter, getBlob, lastCommitsOfEntries, listEntries, pageOfEntries } from '../reads/file-reads.ts';
import { loadRawOfBlob } from '../reads/raw-file.ts';
import { oneHeader, sendRaw } from './scoped-routes.ts';
import { answerList, homeOf, restCommitOf } from './rest-answers.ts';

const tag = 'Repository files';
const shaParams = z.object({ sha: z.string() });

const tree = defineRoute({
  method: 'GET',
  path: '/projects/:id/repository/tree',
  ability: 'read_code',
  summary: 'List the entries of a directory',
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
  summary: 'Get a blob by SHA',
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
  summary: 'Get a raw blob',
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
    summary: 'Download an archive of the repository',
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

export const treeRoutes: readonly Route[] = [tree, blob, rawBlob, ...archives];
