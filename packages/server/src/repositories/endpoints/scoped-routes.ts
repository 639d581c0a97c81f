import { z } from 'zod';
import type { FastifyReply } from 'fastify';
import { intInput } from '@tributary/contract/core/inputs.ts';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import { inRepository } from '../../projects/index.ts';
import { deleteBranch } from '../operations/branches.ts';
import { formatOfName, loadArchive } from '../reads/archive-file.ts';
import { loadBlamePart } from '../reads/blame-page.ts';
import { loadDivergence } from '../reads/divergence.ts';
import { listFilePaths } from '../reads/find-file.ts';
import { lastCommitsOf } from '../reads/last-commit.ts';
import { loadRawByAddress, type RawFile } from '../reads/raw-file.ts';
import { searchRefs } from '../reads/ref-switcher.ts';

const tag = 'Repository pages';
const INCOMPLETE_POLL_MS = 2_000;
const refParams = z.object({ ref: z.string() });

/** Sends bytes with the headers that keep them harmless; a repeated question costs no body. */
export function sendRaw(file: RawFile, reply: FastifyReply, ifNoneMatch: string | undefined): unknown {
  reply.headers(file.headers);
  if (ifNoneMatch !== undefined && ifNoneMatch === file.headers['etag']) {
    if (!Buffer.isBuffer(file.body)) file.body.destroy();
    reply.removeHeader('content-length');
    reply.code(304);
    return undefined;
  }
  return file.body;
}

export function oneHeader(headers: Record<string, string | string[] | undefined>, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

const raw = defineRoute({
  method: 'GET',
  path: '/raw/*ref',
  ability: 'read_code',
  summary: 'Get a raw file',
  tag,
  params: refParams,
  input: z.object({ inline: z.string().optional() }),
  subject: inRepository,
  rateLimitPerMinute: 300,
  handle: async ({ ctx, subject, params, input, reply, headers }) => {
    const file = await loadRawByAddress(ctx, subject, params.ref, {
      asAttachment: input.inline === 'false',
      destination: oneHeader(headers, 'sec-fetch-dest'),
    });
    return sendRaw(file, reply, oneHeader(headers, 'if-none-match'));
  },
});

const archive = defineRoute({
  method: 'GET',
  path: '/archive/*ref',
  ability: 'read_code',
  summary: 'Download an archive of a ref',
  tag,
  params: refParams,
  input: z.object({ path: z.string().optional() }),
  subject: inRepository,
  rateLimitPerMinute: 30,
  handle: async ({ ctx, subject, params, input, reply }) => {
    const cut = params.ref.lastIndexOf('/');
    const format = formatOfName(params.ref.slice(cut + 1));
    const file = await loadArchive(ctx, subject, {
      ref: params.ref.slice(0, Math.max(0, cut)),
      format,
      path: input.path,
    });
    reply.headers(file.headers);
    return file.body;
  },
});

const refs = defineRoute({
  method: 'GET',
  path: '/refs',
  ability: 'read_code',
  summary: 'Search branches and tags by name',
  tag,
  input: z.object({ search: z.string().default('') }),
  subject: inRepository,
  handle: ({ ctx, subject, input }) => searchRefs(ctx, subject, input.search),
});

const logsTree = ['/refs/:ref/logs_tree', '/refs/:ref/logs_tree/*path'].map((path) =>
  defineRoute({
    method: 'GET',
    path,
    ability: 'read_code',
    summary: 'Get the last commit of each entry in a directory',
    tag,
    params: z.object({ ref: z.string(), path: z.string().default('') }),
    input: z.object({ offset: intInput.refine((value) => value >= 0).default(0) }),
    subject: inRepository,
    handle: async ({ ctx, subject, params, input, reply }) => {
      const address = params.path === '' ? params.ref : `${params.ref}/${params.path}`;
      const answer = await lastCommitsOf(ctx, subject, address, input.offset);
      if (!answer.complete) reply.header('poll-interval', String(INCOMPLETE_POLL_MS));
      return answer;
    },
  }),
);

const files = defineRoute({
  method: 'GET',
  path: '/files/*ref',
  ability: 'read_code',
  summary: 'List the paths of all files at a ref',
  tag,
  params: refParams,
  input: z.object({ format: z.string().optional() }),
  subject: inRepository,
  rateLimitPerMinute: 60,
  handle: ({ ctx, subject, params }) => listFilePaths(ctx, subject, params.ref),
});

const blameLines = defineRoute({
  method: 'GET',
  path: '/blame_lines/*ref',
  ability: 'read_code',
  summary: 'Get the blame of a file, starting at a line',
  tag,
  params: refParams,
  input: z.object({ from: intInput.refine((value) => value >= 1) }),
  subject: inRepository,
  rateLimitPerMinute: 120,
  handle: ({ ctx, subject, params, input }) => loadBlamePart(ctx, subject, params.ref, input.from),
});

/** As front ends of the merge widget delete the source branch. */
const removeBranch = defineRoute({
  method: 'DELETE',
  path: '/branches/*name',
  ability: 'push_code',
  summary: 'Delete a branch from a page',
  tag,
  params: z.object({ name: z.string().min(1) }),
  subject: inRepository,
  status: 200,
  handle: async ({ ctx, subject, params: { name } }) => {
    await deleteBranch(ctx, { projectId: subject.project.id, name });
    return { message: 'Branch was deleted' };
  },
});

const divergence = defineRoute({
  method: 'GET',
  path: '/branches/diverging_commit_counts',
  ability: 'read_code',
  summary: 'Get how far branches are ahead of or behind the default branch',
  tag,
  input: z.object({ names: z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat()) }),
  subject: inRepository,
  handle: ({ ctx, subject, input }) => loadDivergence(ctx, subject, input.names),
});

export const repositoryScopedRoutes: readonly ScopedRoute[] = [
  raw,
  archive,
  refs,
  ...logsTree,
  files,
  blameLines,
  divergence,
  removeBranch,
].map((route) => defineScopedRoute('project', route));
